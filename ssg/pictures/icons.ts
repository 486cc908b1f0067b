import { join } from 'node:path'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import type { OutputFile } from '../lib/output-file.ts'

export interface Icons {
  svg: string
  /** Files below dist; the SVG is the first of them. */
  files: OutputFile[]
  manifestIcons: { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }[]
}

const accent = '#f2b01e'
const foreground = '#2a1d00'
const background = '#101935'
/** The hexagon of the page's logo, in a square of 32. */
const hexagon = 'M16 1l13 7.5v15L16 31 3 23.5v-15z'
/** Counts changes of the drawing, for the cache. */
const design = 1
/** For names without a hash, which browsers and phones request directly. */
const headers = { 'Cache-Control': 'public, max-age=86400' }

/** Draws the icon with the first of `initials`. The images are cached below `cache`. */
export async function buildIcons(initials: string, cache: string): Promise<Icons> {
  const letter = Array.from(initials)[0] ?? ''
  const logo = await cached(join(cache, `logo-${letter.codePointAt(0) ?? 0}-${design}`), () =>
    logoSvg(letter),
  )
  const icon = await cached(join(cache, `icons-${nameHash(logo)}`), () => drawIcons(logo))
  const hashed = (name: string, content: Buffer, ending: string): OutputFile => ({
    name: `assets/${name}-${nameHash(content)}.${ending}`,
    content,
  })
  const small = hashed('icon-192', icon.pictures.small, 'png')
  const large = hashed('icon-512', icon.pictures.large, 'png')
  const maskable = hashed('icon-maskable', icon.pictures.maskable, 'png')
  const entry = (file: OutputFile, size: number, purpose: 'any' | 'maskable') => {
    return { src: `/${file.name}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  return {
    svg: icon.svg,
    files: [
      hashed('icon', Buffer.from(icon.svg), 'svg'),
      small,
      large,
      maskable,
      { name: 'apple-touch-icon.png', content: icon.pictures.touch, headers: headers },
      { name: 'favicon.ico', content: ico(icon.pictures.tab), headers: headers },
    ],
    manifestIcons: [entry(small, 192, 'any'), entry(large, 512, 'any'), entry(maskable, 512, 'maskable')],
  }
}

async function drawIcons(logo: string) {
  const pictures = {
    small: await svgToPng(iconSvg(logo), 192),
    large: await svgToPng(iconSvg(logo), 512),
    // A phone may cut a maskable picture down to the circle of four fifths of its width.
    maskable: await svgToPng(iconSvg(logo, 0.6), 512),
    touch: await svgToPng(iconSvg(logo, 0.7), 180),
    tab: await svgToPng(iconSvg(logo), 32),
  }
  return { svg: iconSvg(logo), pictures }
}

/** A PNG of few colours, the same on every machine. With `size`, the SVG is a square of 32. */
export async function svgToPng(svg: string, size?: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const density = size === undefined ? 72 : (72 * size) / 32
  return sharp(Buffer.from(svg), { density })
    .resize(size)
    .png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer()
}

/**
 * The hexagon with the letter in its middle, drawn as an outline so that it is the same everywhere.
 */
async function logoSvg(letter: string): Promise<string> {
  const drawn = (await import('./lettering.ts')).outline(letter, 'strong', 17)
  const hexagonPath = `<path fill="${accent}" d="${hexagon}"/>`
  if (!drawn) {
    // The site's fonts do not have the letter; the machine's may.
    const font = 'font-family="sans-serif" font-size="17" font-weight="700"'
    return `${hexagonPath}<text x="16" y="22" text-anchor="middle" ${font} fill="${foreground}">${letter}</text>`
  }
  const { left, right, top, bottom } = drawn.box
  const x = 16 - (left + right) / 2
  const y = 16 - (top + bottom) / 2
  return `${hexagonPath}<path fill="${foreground}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)})" d="${drawn.path}"/>`
}

/** The icon alone, or scaled by `scale` on the dark background. */
function iconSvg(logo: string, scale?: number): string {
  const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
  if (scale === undefined) return `${open}${logo}</svg>`
  const margin = 16 - 16 * scale
  const placed = `<g transform="translate(${margin} ${margin}) scale(${scale})">${logo}</g>`
  return `${open}<path fill="${background}" d="M0 0h32v32H0z"/>${placed}</svg>`
}

/** An icon file of one picture, 32 pixels wide: a header, one entry, and the PNG itself. */
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
