import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The site's fonts: both weights of the sans, and the italic of quotations. */
export type FontName = 'strong' | 'plain' | 'quote'

export interface TextPosition {
  font: FontName
  size: number
  x: number
  /** The base line. */
  y: number
  fill: string
}

/** Draws words in the site's own fonts as outlines, so that a picture is the same on every machine. */
export interface Lettering {
  /** An SVG element. Signs that the fonts do not have are left to the fonts of the machine. */
  textSvg: (words: string, placed: TextPosition) => string
  /** How wide `words` get. */
  measure: (words: string, font: FontName, size: number) => number
  /** The outline of one line that begins at 0, 0, and the box of its ink; undefined for signs that no font has. */
  outline: (words: string, font: FontName, size: number) => Outline | undefined
}

export interface Outline {
  path: string
  box: { left: number; top: number; right: number; bottom: number }
  width: number
}

interface Source {
  package: string
  file: string
  weight?: number
}

const sources: Record<FontName, Source> = {
  strong: { package: '@fontsource-variable/figtree', file: 'figtree-latin-wght-normal', weight: 650 },
  plain: { package: '@fontsource-variable/figtree', file: 'figtree-latin-wght-normal', weight: 450 },
  quote: { package: '@fontsource/instrument-serif', file: 'instrument-serif-latin-400-italic' },
}

/** The part of fontkit that is used here. */
interface Font {
  unitsPerEm: number
  hasGlyphForCodePoint: (point: number) => boolean
  layout: (words: string) => {
    glyphs: { path: Path }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
  }
}
interface Path {
  bbox: { minX: number; minY: number; maxX: number; maxY: number }
  transform: (a: number, b: number, c: number, d: number, e: number, f: number) => Path
  toSVG: () => string
}

const require = createRequire(import.meta.url)

/** Opens the fonts for `text`: every sign that will be written. */
export async function loadLettering(text: string): Promise<Lettering> {
  const fonts = {
    strong: await openFont(sources.strong, text),
    plain: await openFont(sources.plain, text),
    quote: await openFont(sources.quote, text),
  }
  const outline = (words: string, font: FontName, size: number) => draw(fonts[font], words, size)
  // A guess for signs of unknown width.
  const measure = (words: string, font: FontName, size: number) =>
    outline(words, font, size)?.width ?? Array.from(words).length * size * 0.6
  return {
    outline,
    measure,
    textSvg(words, { font, size, x, y, fill }) {
      const drawn = outline(words, font, size)
      if (drawn) return `<path transform="translate(${x} ${y})" fill="${fill}" d="${drawn.path}"/>`
      const plain = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="${fill}">${plain}</text>`
    },
  }
}

async function openFont(source: Source, text: string): Promise<Font> {
  const { default: subsetFont } = await import('subset-font')
  const file = await readFile(require.resolve(`${source.package}/files/${source.file}.woff2`))
  const variation = source.weight === undefined ? {} : { variationAxes: { wght: source.weight } }
  const cut = await subsetFont(file, `${text} `, { targetFormat: 'sfnt', ...variation })
  // It comes with pdfkit, which draws the CV by it.
  const { create } = createRequire(require.resolve('pdfkit'))('fontkit') as { create: (font: Buffer) => Font }
  return create(cut)
}

function draw(font: Font, words: string, size: number): Outline | undefined {
  if (Array.from(words).some((sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))) return undefined
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(words)
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  let path = ''
  let advance = 0
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    // A font counts upwards, a picture downwards.
    const placed = glyph.path.transform(scale, 0, 0, -scale, (advance + xOffset) * scale, -yOffset * scale)
    const svg = placed.toSVG()
    advance += xAdvance
    if (svg === '') continue
    path += svg.replace(/-?\d+\.\d+/g, (value) => String(+(+value).toFixed(2)))
    const { minX, minY, maxX, maxY } = placed.bbox
    box.left = Math.min(box.left, minX)
    box.right = Math.max(box.right, maxX)
    box.top = Math.min(box.top, minY)
    box.bottom = Math.max(box.bottom, maxY)
  }
  return { path, box, width: advance * scale }
}
