import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { expect, test } from 'vitest'
import { siteFonts } from './fonts.ts'

const fontFile = (path: string): Font => create(readFileSync(join(import.meta.dirname, path)))

test('fonts are small, declared and shipped with their licences', () => {
  const { files, css, preload } = siteFonts()
  const bytes = (slug: string) =>
    files.find(({ name }) => name.startsWith(`assets/${slug}-`))?.content.length ?? 0
  expect(bytes('figtree')).toBeGreaterThan(10_000)
  expect(bytes('figtree')).toBeLessThan(15_000)
  expect(bytes('instrument-serif')).toBeLessThan(20_000)
  expect(preload).toMatch(/^\/assets\/figtree-[\w-]{8}\.woff2$/)
  const named = Array.from(css.matchAll(/url\(\/([^)]+)\)/g), ([, name]) => name)
  expect(named).toHaveLength(7)
  for (const name of named) expect(files.map((file) => file.name)).toContain(name)
  const licences = files.filter(({ name }) => name.includes('-OFL-'))
  expect(licences).toHaveLength(3)
  for (const { content } of licences) expect(content.toString()).toContain('SIL Open Font License')
})

test('the letters that Figtree lacks are in Inter, and preloading is for Western European ones', () => {
  const { css } = siteFonts()
  const western = fontFile('web/figtree.woff2')
  const extended = fontFile('web/figtree-ext.woff2')
  const inter = fontFile('web/inter.woff2')
  const has = (font: Font, letters: string) =>
    Array.from(letters).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  expect(has(western, 'Zoë “Ægir” œuvre €5')).toBe(true)
  expect(has(extended, 'Łęčş')).toBe(true)
  expect(has(inter, 'ễứạọ\u0323\u0301')).toBe(true)
  expect(has(fontFile('web/inter-greek.woff2'), 'Σοφίαᾠδή')).toBe(true)
  expect(has(fontFile('web/inter-cyrillic.woff2'), 'ЩёгольЇжакҐҚазақ')).toBe(true)
  for (const range of css.match(/unicode-range:[^;}]+/g) ?? [])
    if (range.includes('U+20-7E')) expect(range).not.toContain('U+100')
})

/** English text with the usual frequency of letters and spaces. */
const sample =
  'The quick harbour pilot reads every chart twice and keeps a slow clock beside the window. ' +
  'A good plan is short, has a price on it, and says which of the older plans it replaces; ' +
  'most people who work with numbers know why. Just zinc, oak and rope, six metres of quay.'

/**
 * Faces of the system with their mean advance over `sample`, in units of the em. Liberation has the
 * metrics of the others.
 */
test.each([
  ['Figtree Fallback;font-weight:400 549', 'pdf/figtree-regular.ttf', 0.4443],
  ['Instrument Serif Fallback', 'web/instrument-serif.woff2', 0.4035],
])('the face %s has the metrics of the font that it replaces', (face, file, systemWidth) => {
  const font = fontFile(file)
  const em = font.unitsPerEm
  const advances = Array.from(sample, (letter) => font.glyphForCodePoint(letter.charCodeAt(0)).advanceWidth)
  const scale = advances.reduce((sum, advance) => sum + advance) / sample.length / em / systemWidth
  const percent = (value: number) => `${+(value * 100).toFixed(1)}%`
  const declared = siteFonts().css.split(face)[1] ?? ''
  expect(declared).toContain(
    `size-adjust:${percent(scale)};ascent-override:${percent(font.ascent / em / scale)};` +
      `descent-override:${percent(-font.descent / em / scale)};`,
  )
})

test('the fallback of bold text has the width of the bold font', () => {
  // By hand: Figtree's mean advance at 650 over that of Arial Bold; its ascent is .95 of the em.
  expect(siteFonts().css).toMatch(
    /Figtree Fallback;font-weight:550 700;[^}]*size-adjust:95\.2%;ascent-override:99\.8%/,
  )
})
