import { create, type Font } from 'fontkit'
import { readFont } from '../fonts/read-font.ts'
import { text as escapeText } from '../model/escape.ts'

const open = (file: string): Font => create(readFont(file))

/** Each font, and the one for lines of which it lacks a letter. */
const fonts = {
  strong: [open('pdf/figtree-bold.ttf'), open('pdf/inter-bold.ttf')],
  plain: [open('pdf/figtree-regular.ttf'), open('pdf/inter-regular.ttf')],
  quote: [open('web/instrument-serif.woff2'), open('pdf/inter-italic.ttf')],
}

export type FontName = keyof typeof fonts

export interface Outline {
  path: string
  box: { left: number; top: number; right: number; bottom: number }
}

const fontFor = (line: string, name: FontName): Font | undefined =>
  fonts[name].find((font) =>
    Array.from(line).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  )

/**
 * The outline of a line that begins at 0, 0, so that an image is the same on every machine;
 * undefined if the fonts lack a character.
 */
export function outline(line: string, name: FontName, size: number): Outline | undefined {
  const font = fontFor(line, name)
  if (!font) return undefined
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(line)
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  let path = ''
  let advance = 0
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    // The vertical axis of a font points up, that of an image down.
    const placed = glyph.path.transform(scale, 0, 0, -scale, (advance + xOffset) * scale, -yOffset * scale)
    advance += xAdvance
    if (placed.toSVG() === '') continue
    path += placed.toSVG().replace(/-?\d+\.\d+/g, (value) => String(+(+value).toFixed(2)))
    const { minX, minY, maxX, maxY } = placed.bbox
    box.left = Math.min(box.left, minX)
    box.right = Math.max(box.right, maxX)
    box.top = Math.min(box.top, minY)
    box.bottom = Math.max(box.bottom, maxY)
  }
  return { path, box }
}

/** The width of a line, estimated if the fonts lack a character. */
export function measure(line: string, name: FontName, size: number): number {
  const font = fontFor(line, name)
  if (!font) return Array.from(line).length * size * 0.6
  const advances = font.layout(line).positions.map(({ xAdvance }) => xAdvance)
  return advances.reduce((sum, advance) => sum + advance, 0) * (size / font.unitsPerEm)
}

/** A line as SVG whose baseline begins at `x`, `y`. The machine's fonts draw what ours lack. */
export function textSvg(
  line: string,
  font: FontName,
  size: number,
  x: number,
  y: number,
  fill: string,
): string {
  const drawn = outline(line, font, size)
  if (drawn) return `<path transform="translate(${x} ${y})" fill="${fill}" d="${drawn.path}"/>`
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="${fill}">${escapeText(line)}</text>`
}
