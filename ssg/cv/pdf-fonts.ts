import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import { fallbackFont } from '../fonts/fallback-font.ts'
import { classOf } from '../owner/letters.mjs'
import type { FontFile, FontFiles } from './pdf-faces.ts'

interface Source {
  name: string
  /** The path of a variable font, by the style. */
  file: (style: 'normal' | 'italic') => string
  characters: string
  axes?: Record<string, number>
  /** The OpenType features that it keeps; by default all. */
  features?: string[]
  scale?: number
}

const require = createRequire(import.meta.url)

const figtree = '@fontsource-variable/figtree'
const ranges = require(`${figtree}/unicode.json`) as Record<'latin' | 'latin-ext', string>
const ownFont = (subset: 'latin' | 'latin-ext'): Source => ({
  name: `figtree-${subset}`,
  file: (style) => `${figtree}/files/figtree-${subset}-wght-${style}.woff2`,
  characters: characters(ranges[subset]),
})

const sources: Source[] = [
  ownFont('latin'),
  ownFont('latin-ext'),
  {
    name: 'inter',
    file: fallbackFont.file,
    characters: characters(
      'U+20-7E,U+A0-161,U+164-2AF,U+2BB-2BC,U+300-36F,U+1E00-1EFF,U+2010-2026,U+20A0-20BF',
    ),
    axes: fallbackFont.axes,
    features: fallbackFont.features,
    scale: fallbackFont.scale,
  },
]

/**
 * Makes the PDF's fonts in each style: the site's own, and a fallback for letters that it lacks.
 * Each file is made once and then cached below `cache`.
 */
export async function pdfFonts(cache: string): Promise<FontFiles> {
  const style = (of: 'normal' | 'italic', weight: number) =>
    Promise.all(sources.map((source) => fontFile(source, of, weight, cache)))
  const [regular, bold, italic, boldItalic] = await Promise.all([
    style('normal', 400),
    style('normal', 650),
    style('italic', 400),
    style('italic', 650),
  ])
  return { regular, bold, italic, boldItalic }
}

async function fontFile(
  { name, file, characters, axes, features, scale = 1 }: Source,
  style: 'normal' | 'italic',
  weight: number,
  cache: string,
): Promise<FontFile> {
  const source = await readFile(require.resolve(file(style)))
  const key = nameHash(JSON.stringify([nameHash(source), characters, axes, features, scale]))
  return cached(join(cache, `pdf-${name}-${style}-${weight}-${key}`), async () => {
    // WebAssembly is loaded for a new instance only, which is seldom. PDF has no variable fonts.
    const { default: subsetFont } = await import('subset-font')
    const font = await subsetFont(source, characters, {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight, ...axes },
      ...(features && { keepFeatures: features }),
    })
    const { create } = await import('fontkit')
    const glyphs = create(font)
    const points = glyphs.characterSet.filter((point) => glyphs.hasGlyphForCodePoint(point))
    return {
      name: `${name}-${style}-${weight}`,
      font: font.toString('base64'),
      letters: classOf(points),
      scale,
    }
  })
}

/** The characters of a range such as `U+20-7E,U+A0`. */
function characters(ranges: string): string {
  const codePoints = ranges.split(',').flatMap((range) => {
    const [first = 0, last = first] = range
      .slice('U+'.length)
      .split('-')
      .map((point) => parseInt(point, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return codePoints.map((point) => String.fromCodePoint(point)).join('')
}
