import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'

export type FontStyle = 'regular' | 'bold' | 'italic' | 'boldItalic'

/** One font file for the PDF, which embeds the glyphs that it uses. */
export interface Face {
  name: string
  font: Buffer
  has: (letter: string) => boolean
}

/** The faces of each style, in the order in which a glyph is searched. */
export type Faces = Record<FontStyle, Face[]>

const fontPackage = '@fontsource-variable/figtree'
const subsets = ['latin', 'latin-ext'] as const
const fontStyles: Record<FontStyle, { style: 'normal' | 'italic'; weight: number }> = {
  regular: { style: 'normal', weight: 400 },
  bold: { style: 'normal', weight: 650 },
  italic: { style: 'italic', weight: 400 },
  boldItalic: { style: 'italic', weight: 650 },
}

const require = createRequire(import.meta.url)

/** The site's own font in each of the styles `used`, as a PDF can embed it. Each is made once and then cached below `cache`. */
export async function pdfFaces(used: ReadonlySet<FontStyle>, cache: string): Promise<Faces> {
  const faces: Faces = { regular: [], bold: [], italic: [], boldItalic: [] }
  await Promise.all(
    [...used].map(async (fontStyle) => {
      faces[fontStyle] = await Promise.all(subsets.map((subset) => face(fontStyle, subset, cache)))
    }),
  )
  return faces
}

async function face(fontStyle: FontStyle, subset: (typeof subsets)[number], cache: string): Promise<Face> {
  const { style, weight } = fontStyles[fontStyle]
  const source = await readFile(require.resolve(`${fontPackage}/files/figtree-${subset}-wght-${style}.woff2`))
  const name = `figtree-${subset}-${style}-${weight}-${nameHash(source)}`
  const font = await cached(join(cache, name), () => instance(source, subset, weight))
  const { create } = await import('fontkit')
  const glyphs = create(font)
  return {
    name: `${fontStyle}-${subset}`,
    font,
    has: (letter) => glyphs.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  }
}

/** The font at one weight: PDF has no variable fonts. */
async function instance(source: Buffer, subset: (typeof subsets)[number], weight: number): Promise<Buffer> {
  // WebAssembly is loaded for a new instance only, which is seldom.
  const { default: subsetFont } = await import('subset-font')
  const ranges = require(`${fontPackage}/unicode.json`) as Record<typeof subset, string>
  return subsetFont(source, characters(ranges[subset]), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
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
