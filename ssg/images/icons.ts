import { nameHash } from '../lib/hash.ts'
import { textFile, type Drawing, type OutputFile } from '../lib/output-file.ts'
import {
  place,
  polygon,
  rectangle,
  toSvg,
  type Outline,
  type Shape,
  type VectorImage,
} from '../lib/vector-image.ts'
import { outline } from './lettering.ts'

export interface Icons {
  svg: OutputFile
  drawings: Drawing[]
  manifestIcons: { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }[]
}

const accent = '#f2b01e'
const foreground = '#2a1d00'
const background = '#101935'

/** The corners of the page's logo, in a square of 32. */
const corners: Outline = [
  [16, 1],
  [29, 8.5],
  [29, 23.5],
  [16, 31],
  [3, 23.5],
  [3, 8.5],
]
const hexagon = polygon(accent, ...corners)

/** For names without a hash, which browsers and phones request directly. */
const headers = { 'Cache-Control': 'public, max-age=86400' }

/** The icon with the logo's `letter`, in all sizes. A name contains the hash of its drawing. */
export function makeIcons(letter: string): Icons {
  const logo = drawLogo(letter)
  const svg = logo ? toSvg(logo) : toSvg(square(hexagon), lettered(letter))
  return iconsOf(svg, logo ?? square(hexagon, ...place([cell], 8, 8, 0.5)))
}

function iconsOf(svg: string, logo: VectorImage): Icons {
  const hashed = (name: string, svg: string, ending: string) => `assets/${name}-${nameHash(svg)}.${ending}`
  const png = (name: string, image: VectorImage, size: number): Drawing => ({
    name: hashed(name, toSvg(image), 'png'),
    image,
    size,
  })
  const small = png('icon-192', logo, 192)
  const large = png('icon-512', logo, 512)
  // A phone may cut a maskable image down to the circle of four fifths of its width.
  const maskable = png('icon-maskable', onBackground(logo, 0.6), 512)
  const entry = ({ name, size = 0 }: Drawing, purpose: 'any' | 'maskable') => {
    return { src: `/${name}`, sizes: `${size}x${size}`, type: 'image/png', purpose }
  }
  return {
    svg: textFile(hashed('icon', svg, 'svg'), svg),
    drawings: [
      small,
      large,
      maskable,
      { name: 'apple-touch-icon.png', image: onBackground(logo, 0.7), size: 180, headers },
      { name: 'favicon.ico', image: logo, size: 32, headers },
    ],
    manifestIcons: [entry(small, 'any'), entry(large, 'any'), entry(maskable, 'maskable')],
  }
}

const square = (...shapes: Shape[]): VectorImage => ({ width: 32, height: 32, shapes })

/** Stands for a letter that the site's fonts lack, where no font of the visitor's can draw it. */
const cell = polygon(foreground, ...corners)

/** A letter that the site's fonts lack, in SVG: the visitor's may have it. */
const lettered = (letter: string) =>
  `<text x="16" y="22" text-anchor="middle" font-family="sans-serif" font-size="17" font-weight="700" fill="${foreground}">${letter}</text>`

/** The hexagon with the letter in its middle, as an outline that is the same everywhere; undefined if the fonts lack it. */
function drawLogo(letter: string): VectorImage | undefined {
  const drawn = outline(letter, 'strong', 17)
  if (!drawn) return undefined
  const { left, right, top, bottom } = drawn.box
  const [x, y] = [16 - (left + right) / 2, 16 - (top + bottom) / 2]
  const shape = { fill: foreground, outlines: drawn.outlines }
  return square(hexagon, ...place([shape], +x.toFixed(2), +y.toFixed(2)))
}

/** The icon scaled by `scale`, on the dark background. */
function onBackground({ width, height, shapes }: VectorImage, scale: number): VectorImage {
  const margin = (width * (1 - scale)) / 2
  return {
    width,
    height,
    shapes: [rectangle(background, 0, 0, width, height), ...place(shapes, margin, margin, scale)],
  }
}
