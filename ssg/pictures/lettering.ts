import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { text as escapeText } from '../lib/escape.ts'

/** The site's fonts: both weights of the sans, and the italic of quotations. */
export type FontName = 'strong' | 'plain' | 'quote'

export interface TextPosition {
  font: FontName
  size: number
  x: number
  /** The baseline. */
  y: number
  fill: string
}

/** Draws text in the site's own fonts as outlines, so that a picture is the same on every machine. */
export interface Lettering {
  /** An SVG element. A text with characters that the fonts lack is left to the fonts of the machine. */
  textSvg: (line: string, placed: TextPosition) => string
  /** How wide `line` get. */
  measure: (line: string, font: FontName, size: number) => number
  /** The outline of one line that begins at 0, 0, and its bounding box; undefined where the font lacks a character. */
  outline: (line: string, font: FontName, size: number) => Outline | undefined
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

const require = createRequire(import.meta.url)

/** Loads the fonts with the characters of `text`, which holds all that will be drawn. */
export async function loadLettering(text: string): Promise<Lettering> {
  const fonts = {
    strong: await openFont(sources.strong, text),
    plain: await openFont(sources.plain, text),
    quote: await openFont(sources.quote, text),
  }
  const outline = (line: string, font: FontName, size: number) => draw(fonts[font], line, size)
  // An estimate for characters of unknown width.
  const measure = (line: string, font: FontName, size: number) =>
    outline(line, font, size)?.width ?? Array.from(line).length * size * 0.6
  return {
    outline,
    measure,
    textSvg(line, { font, size, x, y, fill }) {
      const drawn = outline(line, font, size)
      if (drawn) return `<path transform="translate(${x} ${y})" fill="${fill}" d="${drawn.path}"/>`
      return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="${fill}">${escapeText(line)}</text>`
    },
  }
}

async function openFont(source: Source, text: string): Promise<Font> {
  const { default: subsetFont } = await import('subset-font')
  const file = await readFile(require.resolve(`${source.package}/files/${source.file}.woff2`))
  const variation = source.weight === undefined ? {} : { variationAxes: { wght: source.weight } }
  const cut = await subsetFont(file, `${text} `, { targetFormat: 'sfnt', ...variation })
  const { create } = await import('fontkit')
  return create(cut)
}

function draw(font: Font, line: string, size: number): Outline | undefined {
  if (Array.from(line).some((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)))
    return undefined
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(line)
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  let path = ''
  let advance = 0
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    // The vertical axis of a font points up, that of a picture down.
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
