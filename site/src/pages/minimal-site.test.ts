import { expect, test } from 'vitest'
import { compile } from '#model/compile'
import { cvForms } from '#model/cv/cv-forms'
import { parseEntries } from '#model/entry'
import { minimalTexts } from '../testing/minimal-texts'
import { renderPage, renderShell, routes } from './index'

function contentWith(texts: [string, string][] = []) {
  const { content, diagnostics } = compile(parseEntries(new Map([...minimalTexts, ...texts])))
  if (!content) throw new Error(JSON.stringify(diagnostics))
  return content
}

const publicPaths = (content: ReturnType<typeof contentWith>) =>
  routes(content)
    .filter(({ kind }) => kind === 'public')
    .map(({ path }) => path)

function parse(html: string): DocumentFragment {
  return Object.assign(document.createElement('template'), { innerHTML: html }).content
}

const data = { banner: null, cv: null }
const unfinished = /To write|undefined|null|NaN/

test('a site of a name, a role and an address has a home page and the terms only', () => {
  const content = contentWith()
  expect(publicPaths(content)).toEqual(['/', '/terms'])
  const page = parse(renderPage('/', content, data))
  const main = page.querySelector('main')
  expect(main?.querySelector('h1')?.textContent).toBe('Mara Lind')
  expect(main?.querySelector('p')?.textContent).toBe('Service designer')
  expect([...(main?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Get in touch',
  ])
  expect(main?.querySelector('phrase-typewriter, h2, h3, ul')).toBeNull()
  expect(page.querySelector('footer')?.textContent).toContain(`© ${new Date().getFullYear()} Mara Lind`)
  for (const list of page.querySelectorAll('nav')) {
    expect(list.querySelector('a[href="/cv"], a[href="/on-the-web"], a[href="/about"]')).toBeNull()
  }
})

test.each([
  ['/projects', '/projects/a', 'projects/a.md', '---\ntitle: A\nsummary: B\n---\n'],
  ['/notes', '/notes/a', 'notes/a.md', '---\ntitle: A\ndate: 2020-01-01\n---\n\nB.\n'],
])('%s appears with its first entry, and the footer links it', (list, entry, file, text) => {
  const content = contentWith([[file, text]])
  expect(publicPaths(content)).toEqual(['/', list, '/terms', entry])
  expect(parse(renderPage('/', content, data)).querySelectorAll(`nav a[href="${list}"]`)).toHaveLength(1)
})

test('the home page shows the latest three jobs until it has results or two projects', () => {
  const years = [2001, 2004, 2003, 2002]
  const jobs = years.map((year): [string, string] => [
    `cv/experience/${year}.md`,
    `---\ntitle: Job ${year}\norganisation: Firm\nstart: ${year}\n---\n`,
  ])
  const titles = (texts: [string, string][]) =>
    [...parse(renderPage('/', contentWith(texts), data)).querySelectorAll('main h3')].map(
      (h) => h.textContent,
    )
  expect(titles(jobs)).toEqual(['Job 2004', 'Job 2003', 'Job 2002'])
  const project = (name: string): [string, string] => [
    `projects/${name}.md`,
    `---\ntitle: ${name}\nsummary: S\nfeatured: true\n---\n`,
  ]
  expect(titles([...jobs, project('a')])).toHaveLength(4)
  expect(titles([...jobs, project('a'), project('b')])).toEqual(['a', 'b'])
})

test.each([
  ['/cv', 'cv/languages/swedish.md', '---\ntitle: Swedish\nlevel: Native\n---\n'],
  ['/on-the-web', 'on-the-web/forge.md', '---\ntitle: Forge\nicon: code\n---\n'],
  ['/about', 'about.md', `${minimalTexts.get('about.md')}\nI design.\n`],
])('%s appears with its first text, and is linked', (path, file, text) => {
  const content = contentWith([[file, text]])
  expect(publicPaths(content)).toEqual(['/', path, '/terms'])
  const home = parse(renderPage('/', content, data))
  expect(home.querySelectorAll(`nav a[href="${path}"]`)).toHaveLength(3)
})

test('no page and no document shows that something is missing', () => {
  const content = contentWith()
  const pages = ['/', '/cv', '/on-the-web', '/about', '/nowhere']
  for (const html of [...pages.map((path) => renderPage(path, content, data)), renderShell(content)]) {
    const page = parse(html)
    expect(page.textContent).not.toMatch(unfinished)
    for (const element of page.querySelectorAll('main :is(h1, h2, h3, p:not([role]), ul, ol, dl, section)'))
      expect(element.textContent, element.outerHTML).not.toBe('')
  }
})

test("the CV's files omit unknown facts", () => {
  const forms = cvForms(contentWith(), 'https://mara.example.test')
  expect(forms['cv.txt']).toBe('Mara Lind\n=========\nService designer\nmara@example.test\n')
  expect(JSON.parse(forms['resume.json'])).toMatchObject({
    basics: { name: 'Mara Lind', label: 'Service designer', email: 'mara@example.test', profiles: [] },
  })
  expect(forms['card.vcf'].split('\r\n').slice(2, -2)).toEqual([
    'FN:Mara Lind',
    'N:Lind;Mara;;;',
    'TITLE:Service designer',
    'EMAIL;TYPE=INTERNET:mara@example.test',
    'URL:https://mara.example.test',
  ])
  for (const form of Object.values(forms)) expect(form).not.toMatch(unfinished)
})
