import { nameHash } from '../lib/hash.ts'
import { textFile, type Drawing, type OutputFile } from '../lib/output-file.ts'
import { outline } from './lettering.ts'

export interface Icons {
  svg: OutputFile
  drawings: Drawing[]
  manifestIcons: { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }[]
}

const accent = '#f2b01e'
const foreground = '#2a1d00'
const background = '#101935'

/** The hexagon of the page's logo, in a square of 32. */
const hexagon = 'M16 1l13 7.5v15L16 31 3 23.5v-15z'

/** For names without a hash, which browsers and phones request directly. */
const headers = { 'Cache-Control': 'public, max-age=86400' }

/** The icon with the logo's `letter`, in all sizes. A name contains the hash of its drawing. */
export function makeIcons(letter: string): Icons {
  const logo = logoSvg(letter)
  const svg = iconSvg(logo)
  const hashed = (name: string, svg: string, ending: string) => `assets/${name}-${nameHash(svg)}.${ending}`
  const png = (name: string, svg: string, size: number): Drawing => ({
    name: hashed(name, svg, 'png'),
    svg,
    size,
  })
  const small = png('icon-192', svg, 192)
  const large = png('icon-512', svg, 512)
  // A phone may cut a maskable image down to the circle of four fifths of its width.
  const maskable = png('icon-maskable', iconSvg(logo, 0.6), 512)
  const entry = ({ name, size = 0 }: Drawing, purpose: 'any' | 'maskable') => {
    return { src: `/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  return {
    svg: textFile(hashed('icon', svg, 'svg'), svg),
    drawings: [
      small,
      large,
      maskable,
      { name: 'apple-touch-icon.png', svg: iconSvg(logo, 0.7), size: 180, headers },
      { name: 'favicon.ico', svg, size: 32, headers },
    ],
    manifestIcons: [entry(small, 'any'), entry(large, 'any'), entry(maskable, 'maskable')],
  }
}

/** The hexagon with the letter in its middle, as an outline that is the same everywhere. */
function logoSvg(letter: string): string {
  const drawn = outline(letter, 'strong', 17)
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
