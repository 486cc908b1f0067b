import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { compileContent } from '../build/built-content.ts'
import type { CvContent } from '../model/cv/outline.ts'
import { aBareCv, aCv, anEntry } from '../testing/cv.ts'
import { readPdf, type ReadPdf, type Tagged } from '../testing/pdf.ts'
import { cvPdf } from './cv-pdf.ts'

const read = async (content: CvContent, siteUrl?: string): Promise<ReadPdf> =>
  readPdf(await drawn(content, siteUrl))

async function drawn(content: CvContent, siteUrl?: string): Promise<Buffer> {
  const pdf = await cvPdf(content, siteUrl)
  if (!pdf) throw new Error('The CV is not drawn.')
  return pdf
}

/** 'H1 Ann', one line for each element that has text. */
const spoken = (tree: readonly Tagged[], inside = ''): string[] =>
  tree.flatMap(({ role, text, children }) => [
    ...(text === '' ? [] : [`${inside}${role} ${text.trim()}`]),
    ...spoken(children, /^(L|LI|Link)$/.test(role) ? `${inside}${role} ` : inside),
  ])

const roles = (tree: readonly Tagged[]): string[] =>
  tree.flatMap(({ role, children }) => [role, ...roles(children)])

test('tags each part, in the order of the page', async () => {
  const text = 'Read [this](https://a.test/).\n\n- One\n\n1. Two'
  const school = anEntry({ title: 'School', organisation: 'Town', text })
  const { pages } = await read(aCv({}, { education: [school] }))
  expect(pages).toHaveLength(1)
  const [page] = pages
  expect(page?.tree.map(({ role }) => role)).toEqual(['Document'])
  expect(spoken(page?.tree ?? [])).toEqual([
    'H1 Ann Sample',
    'P Tester of builds',
    'Link ann@example.test',
    'P Builds things to read.',
    'H2 Education',
    'H3 School, Town',
    'P 2018 to 2020',
    'P Read.',
    'Link this',
    'L LI Lbl •',
    'L LI P One',
    'L LI Lbl 1.',
    'L LI P Two',
    'H2 Business Experiences',
    'H3 Builder, Yard, Quay',
    'P 2018 to 2020',
    'P What it was.',
    'H2 Early Experiences',
    'H3 Paper round, Herald',
    'P 2018 to 2020',
    'P What it was.',
    'H2 Skills',
    'L LI Lbl Tools',
    'L LI LBody Saw, Plane',
    'H2 Certifications',
    'H3 Crane, Port',
    'P May 2020',
    'H2 Languages',
    'L LI Lbl English',
    'L LI LBody Native',
    'H2 Nationality',
    'L LI LBody None',
    'H2 Links',
    'L LI Lbl Videos',
    'L LI Link video.example.test/@ann',
    'H2 Productivity Tools',
    'L LI Lbl Desk',
    'L LI LBody Pencil',
  ])
  expect(page?.text).toMatch(/^Ann Sample Tester of builds ann@example\.test Builds things .* Desk Pencil$/)
  // The mark says nothing that the name does not say.
  expect(page?.artifacts).toBe('A')
})

test('has a title, an author, a subject and a language', async () => {
  const title = 'CV · Ann & Bob <Zoë>'
  const { info, xmp, marked, displayTitle, outline, pageMode } = await read({
    ...aCv(),
    pages: { cv: { title, description: 'About Ann.' } },
  })
  expect(info).toMatchObject({ Title: title, Author: 'Ann Sample', Subject: 'About Ann.', Language: 'en' })
  expect(info['PDFFormatVersion']).toBe('1.7')
  expect(marked).toBe(true)
  expect(displayTitle).toBe(true)
  expect(xmp).toContain('CV · Ann &amp; Bob &lt;Zoë&gt;')
  expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(pageMode).toBe('UseNone')
  expect(outline.slice(0, 2)).toEqual(['Education', 'Business Experiences'])
})

test('links have their addresses and names', async () => {
  const { pages } = await read(aCv(), 'https://ann.example.test')
  expect(pages[0]?.links).toEqual([
    { url: 'mailto:ann@example.test', says: 'ann@example.test' },
    { url: 'https://ann.example.test/', says: 'ann.example.test' },
    { url: 'https://www.video.example.test/@ann/', says: 'video.example.test/@ann' },
  ])
})

test('a CV of nine entries fits on two sheets of A4', async () => {
  const text = 'Led the small group that moved the freight of four ports, and wrote down how. '.repeat(4)
  const entries = (title: string) => [1, 2, 3].map((n) => anEntry({ title: `${title} ${n}`, text }))
  const { pages } = await read(
    aCv({}, { education: entries('School'), experience: entries('Work'), early: entries('Early') }),
  )
  expect(pages).toHaveLength(2)
})

test('a CV written in files says all that the page says', async () => {
  const content = await compileContent(resolve(import.meta.dirname, '../testdata/content'))
  const { pages } = await read(content)
  for (const { size } of pages) expect(size.map(Math.round)).toEqual([595, 842])
  const text = pages.map((page) => page.text).join(' ')
  expect(spoken(pages.flatMap(({ tree }) => tree))).toEqual(
    expect.arrayContaining([
      'H3 Treasurer, Rowing club, Quay',
      'H3 Golden Plane, Guild of Joiners',
      'H3 Doors that stay shut, Joinery Weekly',
      'Link joinery.example.test/doors',
      'H2 Talks',
      'L LI P Hinges, 2014',
    ]),
  )
  for (const { title, organisation, period } of [...content.cv.education, ...content.cv.experience]) {
    expect(text).toContain(`${title}, ${organisation}`)
    expect(text).toContain(period)
  }
})

test('the same content gives the same bytes at any time and in any time zone', async () => {
  const first = await drawn(aCv())
  vi.useFakeTimers({ now: new Date('2031-05-06'), toFake: ['Date'] })
  vi.stubEnv('TZ', 'Pacific/Auckland')
  const second = await drawn(aCv()).finally(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })
  expect(second.equals(first)).toBe(true)
  expect(first.toString('latin1')).not.toMatch(/CreationDate|CreateDate|D:\d{4}/)
  expect((await drawn(aCv({ role: 'Another' }))).equals(first)).toBe(false)
})

test('a CV of little more than a name is a document too', async () => {
  const { pages } = await read(aBareCv())
  expect(roles(pages[0]?.tree ?? []).filter((role) => role === 'H2')).toHaveLength(1)
})

test('a CV of a name, a role and an address has only these', async () => {
  const content = await compileContent(resolve(import.meta.dirname, '../testdata/minimal'))
  const { pages, info } = await read(content)
  expect(pages.map(({ text }) => text)).toEqual(['Mara Lind Service designer mara@example.test'])
  expect(info).toMatchObject({ Title: 'Mara Lind', Subject: 'Service designer' })
})

test('breaks names and words that are longer than a line', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim()
  const word = 'x'.repeat(400)
  const period = 'September 2018 to the end of the year 2020'
  const entry = anEntry({ title: word, organisation: name, period })
  const { pages } = await read(
    aCv({ name }, { experience: [entry], skills: [{ slug: 's', title: word, items: [name] }] }),
  )
  const lines = spoken(pages[0]?.tree ?? [])
  // A word that is broken anywhere reads as two here.
  expect(lines[0]?.replaceAll(' ', '')).toBe(`H1${name.replaceAll(' ', '')}`)
  expect(lines).toContain(`P ${period}`)
  expect(lines.join('').replaceAll(' ', '')).toContain(word)
})

test('a long CV breaks between entries: no heading is left alone at the foot of a page', async () => {
  const text = 'A sentence that fills about a line of the sheet when it is set in the size of its text. '
  const entries = Array.from({ length: 40 }, (_, index) =>
    anEntry({ title: `Job ${index}`, text: text.repeat(1 + (index % 5)) }),
  )
  const { pages } = await read(aCv({}, { experience: entries, early: [anEntry({ text: text.repeat(120) })] }))
  expect(pages.length).toBeGreaterThan(3)
  for (const [index, page] of pages.entries()) {
    const parts = spoken(page.tree)
    expect(parts.at(-1)).not.toMatch(/^H\d/)
    expect(parts.at(-1)).not.toMatch(/^P 2018 to 2020$/)
    expect(page.artifacts).toContain(`Ann Sample · ${index + 1} of ${pages.length}`)
  }
  const all = pages.flatMap((page) => spoken(page.tree)).join(' ')
  expect(all.split('sentence').length - 1).toBe(40 * 3 + 120)
})

test('letters beyond Western Europe are embedded, italics too', async () => {
  const text = 'Ran *Łódź* **Ştefan** ***Dvořák***, ﬁ, “quoted” … 12 €'
  const { pages } = await read(
    aCv({ name: 'Zoë Łęcka-Ő' }, { early: [anEntry({ text: `${text} e\u0301 co\u00adop` })] }),
  )
  const spokenText = spoken(pages[0]?.tree ?? []).join('\n')
  expect(spokenText).toContain('H1 Zoë Łęcka-Ő')
  expect(spokenText).toContain('Ran Łódź Ştefan Dvořák, fi,')
  expect(spokenText).toContain('é coop')
})

test('replaces signs that the fonts lack', async () => {
  const { pages } = await read(aCv({ role: '3 → ≈5, ≥ 10\u2032, H₂O №5 ©\ufe0f Ţuţea' }))
  expect(pages[0]?.text).toContain("3 → ~5, ≥ 10', H₂O No5 © Țuțea")
})

test('has Greek and Cyrillic letters, leaves out other signs, and is not drawn without a letter', async () => {
  const { pages } = await read(aCv({ name: 'Σοφία Παππά', role: 'Инженер-щёголь 🎉 Ї', logo: 'Σ' }))
  expect(pages[0]?.text).toContain('Σοφία Παππά')
  expect(pages[0]?.text).toContain('Инженер-щёголь Ї')
  for (const role of ['工程师', 'مهندسة', 'מהנדסת', 'エンジニア'])
    expect(await cvPdf(aCv({ role }))).toBeUndefined()
})
