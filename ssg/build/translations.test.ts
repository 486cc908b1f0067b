import { beforeAll, expect, test } from 'vitest'
import { cvFiles } from '../cv/cv-files.ts'
import { cvPdf } from '../cv/cv-pdf.ts'
import { compile, type SiteContent } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { formatDiagnostic } from '../model/diagnostics.ts'
import { publicPages } from '../model/public-pages.ts'
import { tinyTexts } from '../testing/content-files.ts'
import { readPdf } from '../testing/pdf.ts'
import { composeSite } from './compose.ts'

const siteUrl = 'https://ann.example.test'

/** A few texts of the small site in Dutch. */
const dutch: Record<string, string> = {
  'nl/site.md': (tinyTexts.get('site.md') ?? '').replace(/^role: .*$/m, 'role: Bouwt proefsites'),
  'nl/about.md':
    '---\ntitle: Over mij\ndescription: Over Ann.\nheading: Over mij\n---\n\nZie [de boekenplank](/projects/shelf) en [het cv](/cv).\n',
  'nl/cv/profile.md':
    '---\ntitle: Cv\ndescription: Het cv van Ann.\nheading: Curriculum vitae\n---\n\nBouwt dingen om te lezen.\n',
  'cv/audiences/for-quorum.md':
    '---\ntitle: Quorum seats\nrole: Gavelkeeper\nlanguage: nl\n---\n\nZit voor.\n',
  'nl/notes/first.md': '---\ntitle: De eerste\ndate: 2001-01-01\nlanguage: fr\n---\n\nUne phrase.\n',
}

/** Pages that show the texts alone. */
const pages = {
  routes: (content: SiteContent) => [
    ...publicPages(content).map((page) => ({ ...page, kind: 'public' as const })),
    { path: '*', kind: 'not-found' as const },
  ],
  renderPage: (path: string, { about, cv, notes }: SiteContent) =>
    path.endsWith('/about')
      ? about.body
      : path.endsWith('/cv')
        ? JSON.stringify(cv)
        : JSON.stringify(notes.find((note) => note.path === path) ?? ''),
  renderShell: () => '',
  renderPrivatePage: () => {
    throw new Error('There are none.')
  },
}
const parts = {
  headScript: '',
  suggestionScript: '',
  sheets: [],
  fonts: { css: '', preload: '' },
  elements: { src: '', imports: [] },
  app: { src: '', imports: [] },
  appSheets: [],
}
const options = { siteUrl, publicUrl: undefined, personPage: '/cv', themeColor: { light: '', dark: '' } }

let sites: SiteContent[]
let texts: Map<string, string>

beforeAll(() => {
  const { content, translations } = compile(parseEntries(new Map([...tinyTexts, ...Object.entries(dutch)])), {
    siteUrl,
  })
  if (!content) throw new Error('The content has errors.')
  sites = [content, ...translations]
  const withImages = { ...content, images: { files: {}, unused: [] } }
  const { files } = composeSite(
    withImages,
    translations,
    { banner: null, cv: null },
    pages,
    parts,
    options,
    new Date(),
  )
  texts = new Map(files.map(({ name, content }) => [name, String(content)]))
})

const page = (path: string) => texts.get(`${path.slice(1)}.html`) ?? ''

test('a page that is translated is at the address of its language, and others are not there', () => {
  expect([...texts.keys()].filter((name) => /^nl.*html$/.test(name)).sort()).toEqual([
    'nl.html',
    'nl/404.html',
    'nl/about.html',
    'nl/cv.html',
    'nl/notes.html',
    'nl/notes/first.html',
  ])
})

test('a page and its translation name each other', () => {
  const tags = [
    `<link rel="alternate" hreflang="en" href="${siteUrl}/about">`,
    `<link rel="alternate" hreflang="nl" href="${siteUrl}/nl/about">`,
    `<link rel="alternate" hreflang="x-default" href="${siteUrl}/about">`,
  ].join('')
  expect(page('/about')).toContain(tags)
  expect(page('/nl/about')).toContain(tags)
  expect(page('/about')).toContain('<html lang="en">')
  expect(page('/nl/about')).toContain('<html lang="nl">')
  expect(page('/nl/about')).toContain(`<link rel="canonical" href="${siteUrl}/nl/about">`)
  expect(page('/projects/shelf')).not.toContain('hreflang')
})

test('no file has words of a CV for an audience', async () => {
  const cvs = await Promise.all(sites.map(async (content) => cvFiles(await cvPdf(content), content, siteUrl)))
  const files = [...texts, ...cvs.flat().map(({ name, content }) => [name, String(content)] as const)]
  expect(files.map(([name]) => name)).toEqual(
    expect.arrayContaining(['app.html', 'cv.pdf', 'nl/resume.json']),
  )
  for (const [name, text] of files) expect(name + text).not.toMatch(/quorum|gavelkeeper|zit voor/i)
})

test('links lead to the translation of a page, if there is one', () => {
  expect(page('/nl/about')).toContain('<a href="/nl/cv">het cv</a>')
  expect(page('/nl/about')).toContain('<a href="/projects/shelf">de boekenplank</a>')
})

test('the CV shows jobs that are not translated in their own language', () => {
  expect(page('/nl/cv')).toContain('Bouwt dingen om te lezen.')
  expect(sites[1]?.cv.experience.map(({ lang }) => lang)).toEqual(['en', 'en'])
})

test('a translation takes fields that are not words from its original', () => {
  expect(page('/nl/notes/first')).not.toContain('2001')
  expect(sites[1]?.notes[0]).toMatchObject({ lang: 'fr', date: '2019-11-08' })
})

test('a language has a feed, a sitemap and the files of its CV', async () => {
  const read = (name: string) => texts.get(name) ?? ''
  expect(read('nl/notes/feed.xml')).toContain('xml:lang="nl"')
  expect(read('nl/notes/feed.xml')).toContain(`href="${siteUrl}/nl/notes/first"`)
  expect(read('notes/feed.xml')).not.toContain('/nl/')
  expect(read('sitemap.xml')).toContain(
    `<url><loc>${siteUrl}/nl/about</loc><xhtml:link rel="alternate" hreflang="en" href="${siteUrl}/about"/>`,
  )
  const [, dutch] = sites
  if (!dutch) throw new Error('There is no Dutch.')
  const made = new Map(
    cvFiles(await cvPdf(dutch), dutch, siteUrl).map(({ name, content }) => [name, content]),
  )
  expect([...made.keys()]).toEqual(['nl/cv.pdf', 'nl/cv.txt', 'nl/resume.json', 'nl/card.vcf'])
  const { pages } = await readPdf(Buffer.from(made.get('nl/cv.pdf') ?? ''))
  for (const text of [pages[0]?.text, made.get('nl/cv.txt')])
    expect(text).toContain('Bouwt dingen om te lezen.')
})

test.each([
  [
    'an unknown code',
    { 'xx/about.md': dutch['nl/about.md'] },
    'content/xx/about.md',
    '"xx" is not the code of a language',
  ],
  [
    'a folder without site.md',
    { 'nl/about.md': dutch['nl/about.md'] },
    'content/nl/about.md',
    'The language nl has no site.md',
  ],
  [
    'a folder of the main language',
    { 'en/site.md': dutch['nl/site.md'], 'en/about.md': dutch['nl/about.md'] },
    'content/site.md',
    'The site is written in en, and has a folder for it too',
  ],
  [
    'an own page at the address of a language',
    { 'nl/site.md': dutch['nl/site.md'], 'pages/nl.md': dutch['nl/about.md'] },
    'content/pages/nl.md',
    'The site has another page or file at /nl',
  ],
  [
    'a main language that has a folder',
    {
      'site.md': (tinyTexts.get('site.md') ?? '').replace(/^---\n/, '---\nlanguage: nl\n'),
      'nl/site.md': dutch['nl/site.md'],
    },
    'content/site.md:2',
    'The site is written in nl, and has a folder for it too',
  ],
  [
    'a code in site.md that is none',
    { 'site.md': (tinyTexts.get('site.md') ?? '').replace(/^---\n/, '---\nlanguage: xx\n') },
    'content/site.md:2',
    'is not the code of a language',
  ],
])('%s is refused', (_, files, where, message) => {
  const texts = new Map([...tinyTexts, ...Object.entries(files as Record<string, string>)])
  const { content, diagnostics } = compile(parseEntries(texts))
  expect(content).toBeUndefined()
  const said = diagnostics.map(formatDiagnostic).join('')
  expect(said).toContain(where)
  expect(said.split(message)).toHaveLength(2)
})

test('a translation without its original is not shown, and stops nothing', () => {
  const texts = new Map([
    ...tinyTexts,
    ...Object.entries(dutch),
    ['nl/pages/lost.md', dutch['nl/about.md'] ?? ''],
  ])
  const { translations, advice } = compile(parseEntries(texts))
  expect(translations[0]?.ownPages).toEqual([])
  expect(advice.map(({ where, message }) => `${where}: ${message}`)).toContain(
    'content/nl/pages/lost.md: No page shows this translation: there is no pages/lost.md',
  )
})
