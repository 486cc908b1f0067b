import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { fallbackFont } from '../fonts/fallback-font.ts'
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
  /** The outline of a line that begins at 0, 0; undefined if the fonts lack a character. */
  outline: (line: string, font: FontName, size: number) => Outline | undefined
}

export interface Outline {
  path: string
  box: { left: number; top: number; right: number; bottom: number }
  width: number
}

interface Source {
  file: string
  axes?: Record<string, number>
}

const figtree = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'
const fallback = (style: 'normal' | 'italic', wght: number): Source => ({
  file: fallbackFont.file(style),
  axes: { ...fallbackFont.axes, wght },
})

/** Each font, and that for lines of which it lacks a letter. */
const sources: Record<FontName, [own: Source, fallback: Source]> = {
  strong: [{ file: figtree, axes: { wght: 650 } }, fallback('normal', 650)],
  plain: [{ file: figtree, axes: { wght: 450 } }, fallback('normal', 450)],
  quote: [
    { file: '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2' },
    fallback('italic', 400),
  ],
}

const require = createRequire(import.meta.url)

/** Loads the fonts with the characters of `text`, which holds all that will be drawn. */
export async function loadLettering(text: string): Promise<Lettering> {
  const fonts = {
    strong: await openFonts(sources.strong, text),
    plain: await openFonts(sources.plain, text),
    quote: await openFonts(sources.quote, text),
  }
  const outline = (line: string, name: FontName, size: number) => {
    const font = fonts[name].find((font) => hasAll(font, line))
    return font && draw(font, line, size)
  }
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

/** The fallback is opened for letters alone that the font lacks. */
async function openFonts([own, fallback]: [Source, Source], text: string): Promise<Font[]> {
  const font = await openFont(own, text)
  return hasAll(font, text) ? [font] : [font, await openFont(fallback, text)]
}

async function openFont({ file, axes }: Source, text: string): Promise<Font> {
  const { default: subsetFont } = await import('subset-font')
  const source = await readFile(require.resolve(file))
  const cut = await subsetFont(source, `${text} `, {
    targetFormat: 'sfnt',
    ...(axes && { variationAxes: axes }),
  })
  const { create } = await import('fontkit')
  return create(cut)
}

const hasAll = (font: Font, line: string) =>
  Array.from(line).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))

function draw(font: Font, line: string, size: number): Outline {
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
