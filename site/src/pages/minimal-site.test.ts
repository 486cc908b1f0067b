import { expect, test } from 'vitest'
import { compile } from '#model/compile'
import { cvForms } from '#model/cv/cv-forms'
import { parseEntries } from '#model/entry'
import { minimalTexts } from '../testing/minimal-texts'
import { renderPage, renderPrivatePage, renderShell, routes } from './index'

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

const withContact = (text = minimalTexts.get('site.md') ?? '') =>
  text.replace('---\n', '---\ncontact_form: true\n')

test('the contact page appears with its field, in each language, and everything leads there', () => {
  const content = compile(
    parseEntries(
      new Map([
        ...minimalTexts,
        ['site.md', withContact()],
        ['nl/site.md', minimalTexts.get('site.md') ?? ''],
        ['nl/about.md', `${minimalTexts.get('about.md')}\n[Schrijf](/contact)\n`],
        ['about.md', `${minimalTexts.get('about.md')}\nI design.\n`],
        ['notes/a.md', '---\ntitle: A\ndate: 2020-01-01\n---\n\nB.\n'],
      ]),
    ),
  )
  const [main, dutch] = [content.content, content.translations[0]]
  if (!main || !dutch) throw new Error(JSON.stringify(content.diagnostics))
  expect(publicPaths(main)).toContain('/contact')
  expect(publicPaths(dutch)).toContain('/nl/contact')
  const links = (path: string, site: typeof main) =>
    [...parse(renderPage(path, site, data)).querySelectorAll('main a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ])
  for (const path of ['/', '/about', '/notes/a'])
    expect(links(path, main)).toContainEqual(['Get in touch', '/contact'])
  expect(links('/nl/about', dutch)).toEqual([
    ['Schrijf', '/nl/contact'],
    ['Neem contact op', '/nl/contact'],
  ])
  expect(links('/cv', main)).toContainEqual(['Ask for More Information', 'mailto:mara@example.test'])
  const form = parse(renderPage('/nl/contact', dutch, data)).querySelector('form')
  expect(form?.getAttribute('action')).toBe('/api/messages/form/')
  expect([...(form?.querySelectorAll('label') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Je naam',
    'Je e-mailadres',
    'Bericht',
  ])
})

test.each([
  ['sent', 'Message sent', 'Thank you, %name%. Mara will answer to %email%.'],
  ['invalid', 'Your message wasn’t sent. Check the fields below.'],
  ['again', 'Check your message, then send it once more.'],
  ['failed', 'Your message couldn’t be sent. Try again, or write to mara@example.test.'],
  ['throttled', 'Too many messages from here. Try again in an hour, or write to mara@example.test.'],
] as const)('the answer %s to a form without a script says it', (state, ...texts) => {
  const content = contentWith([['site.md', withContact()]])
  const page = renderPrivatePage({ kind: 'contact', state }, content)
  expect(page.title).toBe('Get in touch · Mara Lind')
  const document = parse(page.body)
  const shown = [...document.querySelectorAll('main :is(h2, p)')].filter(
    (element) => !element.closest('[hidden], template, aside'),
  )
  expect(shown.map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(texts))
  const form = document.querySelector('form')
  const typed = form && Object.fromEntries(new FormData(form))
  expect(typed).toEqual(
    state === 'sent'
      ? null
      : { name: '%name%', email: '%email%', message: '%text%', website: '', time: '%time%' },
  )
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
