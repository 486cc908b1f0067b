import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import { classOf } from './letters.ts'
import type { FontFile, FontFiles } from './pdf-faces.ts'

export interface PdfFonts {
  files: FontFiles
  /** The letters that the PDF can show, in each of its styles, as a character class without its brackets. */
  letters: string
}

const fontPackage = '@fontsource-variable/figtree'
const subsets = ['latin', 'latin-ext'] as const

const require = createRequire(import.meta.url)

/** The site's own font in each style of the PDF, as it can embed them. Each file is made once and then cached below `cache`. */
export async function pdfFonts(cache: string): Promise<PdfFonts> {
  const style = (of: 'normal' | 'italic', weight: number) =>
    Promise.all(subsets.map((subset) => fontFile(subset, of, weight, cache)))
  const [regular, bold, italic, boldItalic] = await Promise.all([
    style('normal', 400),
    style('normal', 650),
    style('italic', 400),
    style('italic', 650),
  ])
  const files = { regular, bold, italic, boldItalic }
  return { files, letters: regular.map(({ letters }) => letters).join('') }
}

async function fontFile(
  subset: (typeof subsets)[number],
  style: 'normal' | 'italic',
  weight: number,
  cache: string,
): Promise<FontFile> {
  const source = await readFile(require.resolve(`${fontPackage}/files/figtree-${subset}-wght-${style}.woff2`))
  const name = `figtree-${subset}-${style}-${weight}`
  return cached(join(cache, `pdf-${name}-${nameHash(source)}`), async () => {
    const font = await instance(source, subset, weight)
    const { create } = await import('fontkit')
    const glyphs = create(font)
    const points = glyphs.characterSet.filter((point) => glyphs.hasGlyphForCodePoint(point))
    return { name, font: font.toString('base64'), letters: classOf(points) }
  })
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
