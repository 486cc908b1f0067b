import { create, type Font } from 'fontkit'
import { readFont } from '../fonts/read-font.ts'
import { place, type Outline, type Shape } from '../lib/vector-image.ts'

const open = (file: string): Font => create(readFont(file))

/** Each font, and the one for lines of which it lacks a letter. */
const fonts = {
  strong: [open('pdf/figtree-bold.ttf'), open('pdf/inter-bold.ttf')],
  plain: [open('pdf/figtree-regular.ttf'), open('pdf/inter-regular.ttf')],
  quote: [open('web/instrument-serif.woff2'), open('pdf/inter-italic.ttf')],
}

export type FontName = keyof typeof fonts

interface Lettering {
  outlines: Outline[]
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
export function outline(line: string, name: FontName, size: number): Lettering | undefined {
  const font = fontFor(line, name)
  if (!font) return undefined
  const scale = size / font.unitsPerEm
  const { glyphs, positions } = font.layout(line)
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  const outlines: Outline[] = []
  let advance = 0
  for (const [index, glyph] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    // The vertical axis of a font points up, that of an image down.
    const placed = glyph.path.transform(scale, 0, 0, -scale, (advance + xOffset) * scale, -yOffset * scale)
    advance += xAdvance
    if (placed.commands.length === 0) continue
    for (const { command, args } of placed.commands) {
      if (command === 'moveTo') outlines.push([])
      if (args.length > 0) outlines.at(-1)?.push(args.map((value) => Math.round(value * 100) / 100))
    }
    const { minX, minY, maxX, maxY } = placed.bbox
    box.left = Math.min(box.left, minX)
    box.right = Math.max(box.right, maxX)
    box.top = Math.min(box.top, minY)
    box.bottom = Math.max(box.bottom, maxY)
  }
  return { outlines, box }
}

/** Whether the fonts have all letters of a line. */
export const hasLetters = (line: string, name: FontName): boolean => fontFor(line, name) !== undefined

/** The width of a line; 0 if the fonts lack a letter. */
export function measure(line: string, name: FontName, size: number): number {
  const font = fontFor(line, name)
  if (!font) return 0
  const advances = font.layout(line).positions.map(({ xAdvance }) => xAdvance)
  return advances.reduce((sum, advance) => sum + advance, 0) * (size / font.unitsPerEm)
}

/** A line whose baseline begins at `x`, `y`; empty if the fonts lack a letter. */
export function textAt(
  line: string,
  font: FontName,
  size: number,
  x: number,
  y: number,
  fill: string,
): Shape[] {
  const drawn = outline(line, font, size)
  return drawn ? place([{ fill, outlines: drawn.outlines }], x, y) : []
}
