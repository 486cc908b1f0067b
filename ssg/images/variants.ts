import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import { imageWidths as widths } from '../model/images.ts'

export interface Variant {
  ending: 'avif' | 'webp' | 'jpg' | 'png'
  width: number
  content: Buffer
}

interface Variants {
  /** Upright, and no wider than a column needs. */
  width: number
  height: number
  variants: Variant[]
}

/** The width of the file for browsers that support neither AVIF nor WebP. */
const plainWidth = 800
const quality = { avif: 50, webp: 76, jpeg: 80 }
/** For AVIF, 6 takes ten times as long for a seventh fewer bytes. */
const effort = { avif: 3, webp: 6 }
/** The readable formats, as sharp names them. */
const readFormats = ['jpeg', 'png', 'webp', 'heif']

/** Reads images whose decoder only warns, as browsers do. */
export const tolerant = { failOn: 'error' } as const

export type Unreadable = 'unknown kind' | 'damaged'

/**
 * Makes the renditions of a JPEG, PNG, WebP or AVIF image: upright, in sRGB, without metadata. They
 * are cached below `cache`.
 */
export async function makeVariants(original: Buffer, cache: string): Promise<Variants | Unreadable> {
  const recipe = JSON.stringify([widths, plainWidth, quality, effort])
  const key = createHash('sha256').update(recipe).update(original).digest('base64url').slice(0, 22)
  return cached(join(cache, key), () => encode(original))
}

async function encode(original: Buffer): Promise<Variants | Unreadable> {
  const { default: sharp } = await import('sharp')
  const found = await sharp(original, tolerant)
    .metadata()
    .catch(() => undefined)
  if (!found) return beginsLikeImage(original) ? 'damaged' : 'unknown kind'
  const { format, compression, hasAlpha } = found
  if (!readFormats.includes(format) || (format === 'heif' && compression !== 'av1')) return 'unknown kind'
  const upright = await sharp(original, tolerant)
    .autoOrient()
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer({
      resolveWithObject: true,
    })
    .catch(() => undefined)
  if (!upright) return 'damaged'
  const { width, height } = upright.info
  const wide = widths.filter((each) => each < width)
  // Small images are not enlarged.
  if (wide.length < widths.length) wide.push(width)
  const largest = wide.at(-1) ?? width
  const plain = Math.min(plainWidth, width)
  const draw = async (at: number, ending: Variant['ending'], finish: (image: Sharp) => Sharp) => ({
    ending,
    width: at,
    content: await finish(sharp(upright.data).resize(at)).toBuffer(),
  })
  const variants = await Promise.all([
    ...wide.map((at) =>
      draw(at, 'avif', (image) => image.avif({ quality: quality.avif, effort: effort.avif })),
    ),
    ...wide.map((at) =>
      draw(at, 'webp', (image) => image.webp({ quality: quality.webp, effort: effort.webp })),
    ),
    hasAlpha
      ? draw(plain, 'png', (image) => image.png({ compressionLevel: 9, effort: 10 }))
      : draw(plain, 'jpg', (image) => image.jpeg({ quality: quality.jpeg, mozjpeg: true })),
  ])
  return { width: largest, height: Math.round((height * largest) / width), variants }
}

/** Whether a file begins like a JPEG, PNG or WebP image. */
const beginsLikeImage = (file: Buffer) =>
  /^(\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP)/s.test(file.toString('latin1', 0, 12))

export const variantName = (slug: string, { content, width, ending }: Variant): string =>
  `assets/${slug}-${width}-${nameHash(content)}.${ending}`
