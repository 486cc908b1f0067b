import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import { pictureWidths as widths } from './picture-markup.ts'

/** One file of a picture: a format at a width. */
export interface Variant {
  ending: 'avif' | 'webp' | 'jpg' | 'png'
  width: number
  content: Buffer
}

/** A picture in all its files. */
export interface Variants {
  /** Upright, and no wider than a column needs. */
  width: number
  height: number
  variants: Variant[]
}

/** The width of the file for browsers that support neither AVIF nor WebP. */
const plainWidth = 800
const quality = { avif: 50, webp: 76, jpeg: 80 }
/** What sharp calls the formats that are read. */
const readFormats = ['jpeg', 'png', 'webp', 'heif']

/**
 * Makes a picture's files; undefined for a kind that is not read: JPEG, PNG, WebP and AVIF are. The pixels are turned
 * upright and brought to sRGB, and all metadata is left out. Made once and then cached below `cache`.
 */
export async function makeVariants(original: Buffer, cache: string): Promise<Variants | undefined> {
  const recipe = JSON.stringify([widths, plainWidth, quality, 1])
  const key = createHash('sha256').update(recipe).update(original).digest('base64url').slice(0, 22)
  return (await cached(join(cache, key), () => encode(original))) ?? undefined
}

async function encode(original: Buffer): Promise<Variants | null> {
  const { default: sharp } = await import('sharp')
  const found = await sharp(original)
    .metadata()
    .catch(() => undefined)
  const { format, compression, hasAlpha = false } = found ?? {}
  if (!format || !readFormats.includes(format) || (format === 'heif' && compression !== 'av1')) return null
  const upright = await sharp(original)
    .autoOrient()
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer({
      resolveWithObject: true,
    })
  const { width, height } = upright.info
  const wide = widths.filter((each) => each < width)
  // A small picture stays as large as it is.
  if (wide.length < widths.length) wide.push(width)
  const largest = wide.at(-1) ?? width
  const plain = Math.min(plainWidth, width)
  const draw = async (at: number, ending: Variant['ending'], finish: (image: Sharp) => Sharp) => ({
    ending,
    width: at,
    content: await finish(sharp(upright.data).resize(at)).toBuffer(),
  })
  const variants = await Promise.all([
    ...wide.map((at) => draw(at, 'avif', (image) => image.avif({ quality: quality.avif, effort: 6 }))),
    ...wide.map((at) => draw(at, 'webp', (image) => image.webp({ quality: quality.webp, effort: 6 }))),
    hasAlpha
      ? draw(plain, 'png', (image) => image.png({ compressionLevel: 9, effort: 10 }))
      : draw(plain, 'jpg', (image) => image.jpeg({ quality: quality.jpeg, mozjpeg: true })),
  ])
  return { width: largest, height: Math.round((height * largest) / width), variants }
}

/** The name of a variant's file below dist. */
export const variantName = (slug: string, { content, width, ending }: Variant): string =>
  `assets/${slug}-${width}-${nameHash(content)}.${ending}`
