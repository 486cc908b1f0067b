import { expect, test } from 'vitest'
import { checkEntries } from './check.ts'
import { compile } from './compile.ts'
import { parseEntries } from './entry.ts'
import { initialsOf, newSite, type NewSiteFacts } from './new-site.ts'
import { placeOf } from './places.ts'

const mara: NewSiteFacts = {
  name: 'Mara Lindqvist',
  email: 'mara@lindqvist.example',
  role: 'Service designer',
  description: 'Mara Lindqvist redesigns how hospitals talk to people.',
  places: [],
}

function siteOf(facts: Partial<NewSiteFacts>, entries: Record<string, string> = {}) {
  const files = parseEntries(new Map(Object.entries(newSite({ ...mara, ...facts }, entries))))
  expect(checkEntries(files).errors).toEqual([])
  return compile(files).content
}

test('a new site has its facts, and no text that its owner has not written', () => {
  const places = [
    'https://github.com/maralind',
    'https://github.com/mara2',
    'https://page.example/a',
  ].flatMap((address) => placeOf(address) ?? [])
  const content = siteOf({ places, accent: 'teal', logo_letter: '7', location: 'Gothenburg, Sweden' })
  expect(content?.site).toMatchObject({
    name: 'Mara Lindqvist',
    initials: 'ML',
    logo: '7',
    accent: 'teal',
    location: 'Gothenburg, Sweden',
    // Links to several accounts of one service have different names.
    links: places.map((place, index) => ({
      ...place,
      title: ['GitHub (maralind)', 'GitHub (mara2)', 'page.example'][index],
    })),
  })
  expect(content?.home).toMatchObject({ tagline: undefined, bio: '', interests: [], results: [] })
  expect(content?.cv).toMatchObject({ summary: '', experience: [] })
  expect(content?.about.body).toBe('')
  expect(JSON.stringify(content)).not.toMatch(/To write|Edda|Quillane|example\.test/)
})

test('the summary of an import is in the CV and introduces the home page', () => {
  const job = '---\ntitle: Lead\norganisation: Region\nstart: 2021\n---\n'
  const content = siteOf({ summary: 'Designer of *services*.' }, { 'cv/experience/lead.md': job })
  expect(content?.cv.summary).toContain('<em>services</em>')
  expect(content?.cv.experience).toMatchObject([{ title: 'Lead', period: '2021 to present' }])
  expect(content?.home.bio).toBe(content?.cv.summary)
  const long = siteOf({ summary: `${'Words of mine. '.repeat(40)}\n\nMore.` })
  expect(long?.home.bio).toMatch(/^<p dir="auto">(Words of mine\. ?){26}<\/p>$/)
})

test.each([
  ['Mara Lindqvist', 'ML'],
  ['ann de vega', 'ADV'],
  ['Jo-Ann Øst', 'JAØ'],
  ['A B C D E', 'AE'],
  ['X Æ A-12', 'XÆA'],
  ['Adéọlá Ọ̀ṣúnlọ́lá', 'AỌ'],
  ['ßen', 'S'],
  ['123', 'ME'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
  expect(siteOf({ name, role: '# 1: "x"', description: 'true', company: '- yes' })?.site).toMatchObject({
    name,
    role: '# 1: "x"',
    description: 'true',
    company: '- yes',
  })
})
