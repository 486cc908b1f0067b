import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import { expect, test } from 'vitest'
import { formatDate, formatDay, period } from '../dates.ts'
import { tables, type Texts } from '../language.ts'
import { missingLetter, normalizeText } from '../letters.mjs'

type Code = keyof typeof tables

const root = join(import.meta.dirname, '../../..')
const codes = Object.keys(tables) as Code[]
const { scripts, ...texts } = tables.en

/** Words that are the same in English. */
const englishToo: Record<Code, string[]> = {
  en: [],
  nl: ['Menu', 'Home', 'CV', 'Curriculum vitae', 'Links', 'Tags', 'Offline', 'Account'],
  de: ['Links', 'Text', 'Offline'],
  fr: [
    'Menu',
    'CV',
    'Notes',
    '2, page 3',
    'Certifications',
    'Publications',
    'Photos',
    '2 photos',
    'Photo 2',
    'Pages',
    '2 pages',
  ],
  es: ['CV'],
  it: ['Menu', 'Home', 'CV', 'Curriculum vitae', 'Offline', 'Account'],
}

test.each(codes.filter((code) => code !== 'en'))('no text of %s is English', (code) => {
  const english = words(tables.en)
  const same = words(tables[code]).filter((text, index) => text === english[index] && /\p{L}/u.test(text))
  expect(same).toEqual(englishToo[code])
})

test.each(codes)('the new terms of %s have all parts', (code) => {
  const outline = (terms: string) =>
    terms.split('\n').map((line) => (line.startsWith('- ') ? '-' : (/^#*/.exec(line)?.[0] ?? '')))
  expect(outline(tables[code].newTerms)).toEqual(outline(tables.en.newTerms))
  expect(tables[code].newTerms).toContain('Delete my account')
})

test('pages use every text', () => {
  const code = ['site/src', 'ssg'].flatMap(sources).join('\n')
  const isUsed = (name: string) =>
    new RegExp(`[tT]exts\\.${name}\\b|\\{[^{}]*\\b${name}\\b[^{}]*\\}: (Date|Pick<)?Texts\\b`).test(code)
  const isSaid = (text: string) => code.includes(`'${text}'`)
  expect(Object.keys(texts).filter((name) => !isUsed(name))).toEqual([])
  expect(Object.keys(scripts).filter((text) => !isSaid(text))).toEqual([])
})

test.each(codes)('the fonts have the letters of %s', (code) => {
  const all = words(tables[code]).join('\n')
  expect(missingLetter(all)).toBeUndefined()
  const fonts = ['figtree', 'figtree-ext'].map((name) =>
    create(readFileSync(join(root, `ssg/fonts/web/${name}.woff2`))),
  )
  const has = (letter: string) => fonts.some((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  expect(Array.from(new Set(normalizeText(all))).filter((letter) => letter !== '\n' && !has(letter))).toEqual(
    [],
  )
})

test.each(codes)('the bar has room for the buttons of %s', (code) => {
  const { login, register } = tables[code]
  // As wide as the button of an account with a long first name, for which the bar has room.
  expect(`${login}${register}`.length).toBeLessThanOrEqual(22)
})

const dates: Record<Code, string[]> = {
  en: ['March 2022', '18 Nov 2026', 'June 1st, 2025', '2018 to 2022', 'March 2022 to present'],
  nl: ['maart 2022', '18 nov 2026', '1 juni 2025', '2018 tot 2022', 'maart 2022 tot heden'],
  de: ['März 2022', '18. Nov. 2026', '1. Juni 2025', '2018 bis 2022', 'März 2022 bis heute'],
  fr: ['mars 2022', '18 nov. 2026', '1er juin 2025', '2018 à 2022', 'mars 2022 à aujourd’hui'],
  es: ['marzo de 2022', '18 nov 2026', '1 de junio de 2025', 'de 2018 a 2022', 'desde marzo de 2022'],
  it: ['marzo 2022', '18 nov 2026', '1 giugno 2025', '2018 – 2022', 'marzo 2022 – oggi'],
}

test.each(codes)('dates in %s', (code) => {
  const table = tables[code]
  const { months, shortMonths, longDay } = table
  expect([new Set(months).size, new Set(shortMonths).size]).toEqual([12, 12])
  expect([
    formatDate('2022-03', table),
    formatDay('2026-11-18', table),
    longDay(1, months[5] ?? '', 2025),
    period('2018', '2022', table),
    period('2022-03', undefined, table),
  ]).toEqual(dates[code])
})

/** All texts of a table in the order of English; functions are called with 2, 3 and 4, and lists are one text. */
function words(table: Texts): string[] {
  const all: Record<string, unknown> = { ...table, ...table.scripts }
  return [...Object.keys(texts), ...Object.keys(scripts)].map((name) => {
    const text = all[name]
    return String(
      typeof text === 'function' ? (text as (...values: string[]) => string)('2', '3', '4') : text,
    )
  })
}

/** The code in a folder, without tests and tables. */
const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$|languages\//.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
