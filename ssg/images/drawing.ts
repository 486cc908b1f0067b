import { join } from 'node:path'
import { cached } from '../lib/disk-cache.ts'
import { nameHash } from '../lib/hash.ts'
import type { Drawing, OutputFile } from '../lib/output-file.ts'
import { toSvg } from '../lib/vector-image.ts'

/** Counts changes of the encoding, for the cache. */
const encoding = 1

/** Makes the PNG, or the icon file, of a drawing. It is cached below `cache`. */
export async function draw({ name, image, size, headers }: Drawing, cache: string): Promise<OutputFile> {
  const svg = toSvg(image)
  const key = `${nameHash(svg)}-${size ?? 0}-${encoding}`
  const png = await cached(join(cache, 'drawn', key), () => svgToPng(svg, size))
  return { name, content: name.endsWith('.ico') ? ico(png) : png, ...(headers && { headers }) }
}

/** A PNG of few colours, the same on every machine. With `size`, the SVG is a square of 32. */
async function svgToPng(svg: string, size?: number): Promise<Buffer> {
  // sharp takes a tenth of a second to load.
  const { default: sharp } = await import('sharp')
  const density = size === undefined ? 72 : (72 * size) / 32
  return sharp(Buffer.from(svg), { density })
    .resize(size)
    .png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer()
}

/** An icon file of one image, 32 pixels wide: a header, one entry, and the PNG itself. */
function ico(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
