import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { cvPdf } from '../cv/cv-pdf.ts'
import type { SiteContent } from '../model/compile.ts'
import { kindModels } from '../model/fields.ts'
import { readForm } from '../model/form.ts'
import { textsIn } from '../testing/content-files.ts'
import { compileContent } from './built-content.ts'
import { isSampleSite } from '../model/sample.ts'

const folder = join(import.meta.dirname, '..', '..', 'content')
const itself = readFileSync(join(folder, 'site.md'), 'utf8')

let content: SiteContent

beforeEach(async ({ skip }) => {
  skip(!isSampleSite(itself), 'content/ is an owner’s')
  content = await compileContent(folder)
})

test('home comes with its three phrases and the four interests, each with a quote and words', () => {
  expect(content.home.typewriter).toHaveLength(3)
  expect(content.home.interests.map(({ title }) => title)).toEqual([
    'Technology & Creation',
    'Business & Execution',
    'Politics & Geopolitics',
    'Social Impact & Human Rights',
  ])
  for (const { quote, source, description } of content.home.interests) {
    expect([quote, source, description].every(Boolean)).toBe(true)
  }
})

test('home comes with three results of the CV, newest first', () => {
  expect(content.home.results).toEqual([
    { value: '2 days → 20 minutes', label: 'Daily reconciliation at Halyard Ledger' },
    { value: '50% fewer', label: 'Empty container moves at Tidewater Logistics Lab' },
    { value: '7 countries', label: 'Technology due diligence at Brandt and Soares' },
  ])
})

test('on the web comes with four profiles and a blog that is none yet', () => {
  const { cards } = content.onTheWeb
  expect(cards.map(({ url }) => url?.startsWith('https://') ?? null)).toEqual([true, true, true, true, null])
  expect(cards[4]?.title).toBe('Personal Blog (Coming Soon)')
})

test("the demo's current CV is the one that is built from this content", async () => {
  const demo = readFileSync(join(folder, '../api/setup/sample/documents/edda-quillane-cv.pdf'))
  expect(demo.equals(await cvPdf(content)), 'copy dist/cv.pdf there').toBe(true)
})

test('no hint of a form has a value of the sample', () => {
  const texts = [...textsIn(folder)].filter(([path]) => !path.endsWith('page.md'))
  const values = texts.flatMap(([path, text]) => Object.values(readForm(path, text)?.fields ?? {}).flat())
  const phrases = values.filter((value) => value.includes(' '))
  const hints = Object.values(kindModels).flatMap(({ fields }) => fields.map(({ hint }) => hint))
  expect(hints.filter((hint) => phrases.some((phrase) => hint.includes(phrase)))).toEqual([])
})

test('the terms come with their date and seven sections', () => {
  expect([content.terms.heading, content.terms.updated]).toEqual(['Terms and Conditions', 'June 9th, 2025'])
  expect([...content.terms.body.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title)).toEqual([
    'Introduction',
    'User accounts',
    'Content',
    'Prohibited uses',
    'Termination',
    'Changes to terms',
    'Contact',
  ])
})
