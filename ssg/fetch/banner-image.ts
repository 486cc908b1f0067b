import type { BannerImage } from '../document/pages.ts'
import { nameHash } from '../lib/hash.ts'
import type { OutputFile } from '../lib/output-file.ts'
import { tolerant } from '../images/variants.ts'

/** For a phone with three pixels a point or a desktop, and for a desktop with nearly two. */
const widths = [432, 640]
/** The width that most screens load; its file must leave room for the page, style and font. */
const measuredWidth = 432
const maxBytes = 4_300
const qualities = [60, 45, 35, 25, 15]

/** The image, square as the banner shows it around `point` in percent, in files small enough to precede any script. */
export async function makeBannerImage(
  source: Buffer,
  texts: Pick<BannerImage, 'alt' | 'altTexts'>,
  { x, y } = { x: 50, y: 50 },
): Promise<{ value: BannerImage; files: OutputFile[] }> {
  // sharp takes a tenth of a second to load, which builds without an image save.
  const { default: sharp } = await import('sharp')
  const { width, height } = (await sharp(source, tolerant).metadata()).autoOrient
  const side = Math.min(width, height)
  // As object-position has it.
  const crop = {
    left: Math.round(((width - side) * x) / 100),
    top: Math.round(((height - side) * y) / 100),
    width: side,
    height: side,
  }
  const square = (pixels: number) => sharp(source, tolerant).rotate().extract(crop).resize(pixels, pixels)
  const encode = (side: number, quality: number) => square(side).avif({ quality, effort: 4 }).toBuffer()
  const quality = await bestQuality((candidate) => encode(measuredWidth, candidate))
  const renditions = await Promise.all(widths.map((side) => encode(side, quality)))
  const files = renditions.map((content) => asset(content, 'avif'))
  // For browsers without AVIF.
  const plain = asset(await square(measuredWidth).webp({ quality }).toBuffer(), 'webp')
  const avif = files.map(({ name }, index) => `/${name} ${widths[index] ?? ''}w`).join()
  return { value: { avif, src: `/${plain.name}`, ...texts }, files: [...files, plain] }
}

async function bestQuality(encode: (quality: number) => Promise<Buffer>): Promise<number> {
  for (const quality of qualities) if ((await encode(quality)).length <= maxBytes) return quality
  return qualities.at(-1) ?? maxBytes
}

const asset = (content: Buffer, type: 'avif' | 'webp'): OutputFile => ({
  name: `assets/banner-${nameHash(content)}.${type}`,
  content,
})
