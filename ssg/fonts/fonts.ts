import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fallbackFont } from './fallback-font.ts'
import { readMetrics, sample, systemFaces, type FontMetrics } from './font-metrics.ts'
import { nameHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import type { OutputFile } from '../build/output-files.ts'
import { classOf, inClass } from '../owner/letters.mjs'
import { pdfLetters } from '../owner/pdf-letters.mjs'

/** The site's own fonts: files to ship, and the style that declares them. */
export interface Fonts {
  files: OutputFile[]
  css: string
  /** The address of the one font that every page needs at once. */
  preload: string
}

interface Family {
  family: string
  slug: string
  package: string
  file: (subset: 'latin' | 'latin-ext') => string
  style: 'normal' | 'italic'
  /** The range of weights that a variable font is cut down to. */
  weights?: { min: number; max: number }
  /** The system's fallback faces, each for a range of weights, with the metrics of the weight `at`. */
  fallbacks: { face: keyof typeof systemFaces; at: number; range?: string }[]
}

const families: Family[] = [
  {
    family: 'Figtree',
    slug: 'figtree',
    package: '@fontsource-variable/figtree',
    file: (subset) => `files/figtree-${subset}-wght-normal.woff2`,
    style: 'normal',
    weights: { min: 400, max: 700 },
    fallbacks: [
      { face: 'sans', at: 400, range: '400 549' },
      { face: 'sansBold', at: 650, range: '550 700' },
    ],
  },
  {
    family: 'Instrument Serif',
    slug: 'instrument-serif',
    package: '@fontsource/instrument-serif',
    file: (subset) => `files/instrument-serif-${subset}-400-italic.woff2`,
    style: 'italic',
    fallbacks: [{ face: 'serifItalic', at: 400 }],
  },
]

const features = ['kern', 'liga', 'tnum', 'ccmp', 'mark']
/** Basic Latin, the letters of Western Europe, and the punctuation of running text. */
const mainCharacters = characters(
  [0x20, 0x7e],
  [0xa0, 0xa1],
  [0xa3],
  [0xa7],
  [0xa9],
  [0xab],
  [0xae],
  [0xb0],
  [0xb7],
  [0xbb],
  [0xbf, 0xff],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022],
  [0x2026],
  [0x20ac],
)
const mainRange = 'U+20-7E,U+A0-FF,U+152-153,U+2013-2026,U+20AC'
const otherRange = 'U+100-2FF,U+1E00-1EFF,U+20A0-20C0'
const isOther = inClass(otherRange.replace(/U\+(\w+)-(\w+),?/g, '\\u{$1}-\\u{$2}'))

const require = createRequire(import.meta.url)

/**
 * Cuts the fonts down to the characters of the site, which shows `text`. A subset is made once and
 * then cached below `cache`.
 */
export async function buildFonts(cache: string, text: string): Promise<Fonts> {
  const built = await Promise.all(families.map((family) => buildFamily(family, cache)))
  const [sans] = built
  if (!sans) throw new Error('The site has no font.')
  const fallback = await buildFallback(lettersBeyond(sans.letters, text), cache)
  return {
    files: [...built.flatMap(({ files }) => files), ...fallback.files],
    css: built.map(({ css }) => css).join('') + fallback.css,
    preload: '/' + sans.main.name,
  }
}

/** The letters of `text` that only the fallback font has, sorted. */
function lettersBeyond(own: string, text: string): string[] {
  const isOwn = inClass(own)
  const isKnown = inClass(pdfLetters)
  return Array.from(new Set(text.normalize('NFC')))
    .filter((letter) => /[\p{L}\p{M}]/u.test(letter) && isKnown(letter) && !isOwn(letter))
    .sort()
}

/** The fallback font, as one more face of the sans; empty if no letter needs it. */
async function buildFallback(letters: readonly string[], cache: string) {
  const [sans] = families
  if (!sans || letters.length === 0) return { files: [], css: '' }
  const source = await readFile(require.resolve(fallbackFont.file('normal')))
  const licence = await readFile(require.resolve(fallbackFont.licence))
  const options = {
    keepFeatures: fallbackFont.features,
    variationAxes: { ...fallbackFont.axes, wght: sans.weights ?? 400 },
  }
  const recipe = JSON.stringify([letters, options])
  const subset = await cached(join(cache, `inter-${nameHash(source)}-${nameHash(recipe)}`), async () => {
    const { default: subsetFont } = await import('subset-font')
    return subsetFont(source, letters.join(''), { targetFormat: 'woff2', ...options })
  })
  const file = asset('inter', '.woff2', subset)
  const points = letters.map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`)
  const range = `${points.join(',')};size-adjust:${fallbackFont.scale * 100}%`
  return { files: [file, asset('inter-OFL', '.txt', licence)], css: face(sans, file.name, range) }
}

async function buildFamily(family: Family, cache: string) {
  const source = await readFile(require.resolve(`${family.package}/${family.file('latin')}`))
  const rest = await readFile(require.resolve(`${family.package}/${family.file('latin-ext')}`))
  const licence = await readFile(require.resolve(`${family.package}/LICENSE`))
  const { subset, metrics, letters } = await westernSubset(family, source, rest, cache)
  const main = asset(family.slug, '.woff2', subset)
  const other = asset(`${family.slug}-ext`, '.woff2', rest)
  // The later of two faces wins where their ranges overlap.
  const faces = [face(family, other.name, otherRange), face(family, main.name, mainRange)]
  return {
    main,
    letters,
    files: [main, other, asset(`${family.slug}-OFL`, '.txt', licence)],
    css: [
      ...faces,
      ...family.fallbacks.map((fallback, index) => fallbackFace(family, fallback, metrics[index])),
    ].join(''),
  }
}

const asset = (slug: string, extension: string, content: Buffer): OutputFile => ({
  name: `assets/${slug}-${nameHash(content)}${extension}`,
  content,
})

function face({ family, style, weights }: Family, file: string, range: string): string {
  const weight = weights ? `${weights.min} ${weights.max}` : '400'
  return (
    `@font-face{font-family:${family};font-style:${style};font-weight:${weight};font-display:swap;` +
    `src:url(/${file})format("woff2");unicode-range:${range}}`
  )
}

function fallbackFace(
  { family, style }: Family,
  fallback: Family['fallbacks'][number],
  own?: FontMetrics,
): string {
  const { names, width } = systemFaces[fallback.face]
  if (!own) throw new Error(`No metrics of ${family} at ${fallback.at}.`)
  const scale = own.width / width
  const percent = (value: number) => `${+(value * 100).toFixed(1)}%`
  return (
    `@font-face{font-family:${family} Fallback;font-style:${style};font-weight:${fallback.range ?? '400'};` +
    `src:${names.map((name) => `local(${name})`).join(',')};size-adjust:${percent(scale)};` +
    `ascent-override:${percent(own.ascent / scale)};descent-override:${percent(own.descent / scale)};` +
    `line-gap-override:${percent(own.lineGap / scale)}}`
  )
}

interface Subset {
  subset: Buffer
  /** One a fallback of the family. */
  metrics: FontMetrics[]
  /** The letters of both of the family's files, as a character class without its brackets. */
  letters: string
}

async function westernSubset(family: Family, source: Buffer, rest: Buffer, cache: string): Promise<Subset> {
  const recipe = JSON.stringify([family, mainCharacters, features, sample, otherRange, nameHash(rest)])
  const path = join(cache, `${family.slug}-${nameHash(source)}-${nameHash(recipe)}`)
  return cached(path, () => makeSubset(family, source, rest))
}

async function makeSubset(family: Family, source: Buffer, rest: Buffer): Promise<Subset> {
  // WebAssembly is loaded for a new subset only, which is seldom.
  const { default: subsetFont } = await import('subset-font')
  const axes = (wght: number | { min: number; max: number }) =>
    family.weights ? { variationAxes: { wght } } : undefined
  const subset = await subsetFont(source, mainCharacters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    ...axes(family.weights ?? 400),
  })
  const metrics: FontMetrics[] = []
  for (const { at } of family.fallbacks) {
    metrics.push(await readMetrics(await subsetFont(source, sample, { targetFormat: 'sfnt', ...axes(at) })))
  }
  const { create } = await import('fontkit')
  const others = create(rest).characterSet.filter((point) => isOther(String.fromCodePoint(point)))
  return { subset, metrics, letters: classOf(create(subset).characterSet) + classOf(others) }
}

function characters(...ranges: [first: number, last?: number][]): string {
  const points = ranges.flatMap(([first, last = first]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  )
  return String.fromCodePoint(...points)
}
