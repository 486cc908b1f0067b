import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { compile } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { siteContent } from '../model/site-content.ts'
import { checkFile } from '../model/check.ts'
import { languageOf } from '../model/language.ts'
import { kindModels } from '../model/fields.ts'
import { writeBody, writeField } from '../model/form.ts'
import { kindOf } from '../model/kinds.ts'
import { contentFiles } from '../testing/content-files.ts'
import { drawCv } from '../model/cv/draw-cv.ts'
import { readFonts } from './cv-pdf.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'ssg', 'testdata', 'content')
const texts = new Map(contentFiles(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
const fonts = await readFonts()

/**
 * Whether the PDF can be drawn with `changed` at `path`; undefined if the file is invalid for
 * another reason.
 */
async function isDrawn(path: string, changed: string): Promise<boolean | undefined> {
  const entries = parseEntries(new Map([...texts, [path, changed]]))
  if (entries.some(({ problems }) => problems.length > 0)) return undefined
  const compiled = entries.flatMap(({ path, kind, fields, body: { tree } }) =>
    kind ? [{ path, kind, fields: fields ?? {}, tree, render: () => '', renderElsewhere: () => '' }] : [],
  )
  return (await drawCv(siteContent(compiled, languageOf('en')), undefined, fonts, PDFDocument)) !== undefined
}

/** A text of each kind. */
const samples = new Map([...texts].map(([path, text]) => [kindOf(path), { path, text }])).values()

/** Each with a Chinese letter in one of its fields, or below them. */
const changes = [...samples].flatMap(({ path, text }) => {
  const { fields, body } = kindModels[kindOf(path) ?? 'about.md']
  const changed = fields.map(({ name, type, length = 2 }): [string, string] => {
    const value = type === 'url' ? 'https://a.test/中' : '中'
    return [name, writeField(text, name, type === 'list' ? Array<string>(length).fill(value) : value)]
  })
  if (body !== 'none') changed.push(['text', writeBody(text, 'A *中*, [b](/中).')])
  return changed.map(([name, changed]) => [path, name, changed] as const)
})

test('names each field of each kind with which there is no PDF', async () => {
  let missing = 0
  for (const [path, name, text] of changes) {
    const drawn = await isDrawn(path, text)
    if (drawn === undefined) continue
    const said = checkFile(path, text).advice
    expect(said.length === 0, `${path}, ${name}`).toBe(drawn)
    for (const { field, message } of said) {
      expect(message).toBe('The CV cannot be drawn as a PDF: its fonts lack "中" (U+4E2D)')
      expect(field).toBe(name === 'text' ? undefined : name)
    }
    if (!drawn) missing += 1
  }
  expect(missing).toBeGreaterThan(20)
})

test('names the first line with a missing letter, once for all files', () => {
  const entry = (body: string) =>
    `---\ntitle: A\norganisation: B\nstart: 2020\n---\n\nOne.\n\n- Two ${body}.\n`
  const lines = (body: string) => checkFile('cv/early/a.md', entry(body)).advice.map(({ line }) => line)
  expect(lines('中')).toEqual([3])
  expect(lines('中.\n- Three 文')).toEqual([3])
  expect(lines('&#20013;')).toEqual([undefined])
  const both = ['cv/early/a.md', 'cv/early/b.md'].map((path) => [path, entry('中')] as const)
  const { advice } = compile(parseEntries(new Map(both)))
  expect(advice).toMatchObject([{ path: 'cv/early/a.md', line: 9 }])
})

test('letters that are written by others are not missing, nor are signs, which the PDF leaves out', async () => {
  const text = '---\ntitle: "№5 → Ţ, ﬁ e\u0301 co\u00adop, Ёж, ᾠδή"\nlevel: "½ ㎏ ≥ 5 👩🏽‍💻 🇵🇹 1️⃣ 🎉"\n---\n'
  expect(checkFile('cv/languages/a.md', text).advice).toEqual([])
  expect(await isDrawn('cv/languages/a.md', text)).toBe(true)
  expect(checkFile('cv/languages/a.md', text.replace('½', 'ש')).advice).toMatchObject([
    { message: expect.stringContaining('"ש" (U+05E9)') as string, field: 'level' },
  ])
})

test('the letters that the forms know are those of each style of the PDF', async () => {
  for (const style of ['regular', 'bold', 'italic', 'bold-italic']) {
    const files = Array.from(fonts).filter(([name]) => name.replace(/^[^-]*-/, '') === style)
    const shownBy = files.map(([, file]) => create(file))
    const points = Array.from({ length: 0x10000 }, (_, point) => point)
    const shown = classOf(points.filter((point) => shownBy.some((font) => font.hasGlyphForCodePoint(point))))
    // Update it by `vitest -u`.
    const module = `/** The letters of the CV's PDF, as a character class without its brackets. A test writes this file. */\nexport const pdfLetters =\n  '${shown.replaceAll('\\', '\\\\')}'\n`
    await expect(module).toMatchFileSnapshot('../model/pdf-letters.mjs')
  }
})

/** A character class of `points`, which are in their order, without its brackets. */
function classOf(points: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const point of points) {
    const range = ranges.at(-1)
    if (range?.[1] === point - 1) range[1] = point
    else ranges.push([point, point])
  }
  const escaped = (point: number) => `\\u{${point.toString(16)}}`
  return ranges.map(([first, last]) => escaped(first) + (first === last ? '' : `-${escaped(last)}`)).join('')
}
