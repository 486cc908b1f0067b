import { expect, test } from 'vitest'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import type { PrivatePage, SharedPage } from '#model/private-page'
import { minimalTexts } from '../testing/minimal-texts'
import { sampleTexts } from '../testing/sample-texts'
import { renderPrivatePage } from './index'

function contentOf(texts: ReadonlyMap<string, string>) {
  const { content } = compile(parseEntries(new Map(texts)))
  if (!content) throw new Error('The texts have errors.')
  return content
}

const sample = contentOf(sampleTexts)

function open(page: PrivatePage, content = sample) {
  const { title, body, css } = renderPrivatePage(page, content)
  const { content: root } = Object.assign(document.createElement('template'), { innerHTML: body })
  const texts = (selector: string) =>
    [...root.querySelectorAll(selector)].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
  const links = [...root.querySelectorAll('main a')].map((link) => link.getAttribute('href'))
  return { root, title, css, texts, links }
}

const days = { sharedOn: '2026-11-26', until: '2026-12-26' }
const slides: SharedPage = {
  kind: 'document',
  name: 'Data borders',
  description: 'Two slides.',
  ...days,
  file: { name: 'borders.pdf', contentType: 'application/pdf', bytes: 2_060_000, updatedOn: '2026-11-26' },
}

test('a document has its file, the days, and no links to other pages', () => {
  const { root, title, texts, links } = open(slides)
  expect(title).toBe('Data borders · Ann Sample')
  expect(texts('main h1, main p, main h2, main b')).toEqual([
    'Shared by Ann Sample',
    'Data borders',
    'Two slides.',
    'borders.pdfPDF, 2.1 MB',
    'borders.pdf',
    'Shared on',
    '26 Nov 2026',
    'Available until',
    '26 Dec 2026',
    'Questions',
    'Write to Ann',
  ])
  expect(links).toEqual(['/s/-/download', `mailto:${sample.site.email}`])
  expect(
    [...root.querySelectorAll('header a, footer a, nav')].map((link) => link.getAttribute('href')),
  ).toEqual(['/'])
  expect(texts('footer p')).toEqual([
    'Shared privately by Ann Sample. Please don’t pass the link on.',
    `© ${new Date().getFullYear()} Sample Works`,
  ])
})

test.each([
  ['a.tar.gz', 999_001, 'GZ, 1.0 MB'],
  ['Makefile', 1, '1 kB'],
  ['film.mp4', 1_250_000_000, 'MP4, 1.3 GB'],
])('the file %s is described', (name, bytes, text) => {
  const file = { name, bytes, contentType: 'application/octet-stream', updatedOn: '2026-11-26' }
  expect(open({ ...slides, file }).texts('main b + span')).toEqual([text])
})

test('a gallery has all photos on one page, in addresses of the link, and their proportions', () => {
  const photos = Array.from({ length: 61 }, (_, index) => {
    const photo = { id: index + 1, title: '', description: '', altText: '', decorative: false }
    return { ...photo, width: 1200, height: 800, widths: [400, 1200] }
  })
  const { root, links, css } = open({ kind: 'gallery', name: 'Harbour', sharedOn: days.sharedOn, photos })
  const [first] = root.querySelectorAll('photo-gallery li img')
  expect(root.querySelectorAll('photo-gallery li')).toHaveLength(61)
  expect(links[0]).toBe('/s/-/photos/1/1200')
  expect(first?.getAttribute('srcset')).toBe('/s/-/photos/1/400 400w, /s/-/photos/1/1200 1200w')
  expect(first?.getAttribute('alt')).toBe('Photo 1')
  expect(css).toBe('.ratio-1500{--ratio:1.5}')
  expect(root.textContent).not.toContain('Available until')
  expect(open({ kind: 'gallery', name: 'Empty', sharedOn: days.sharedOn }).texts('h1')).toEqual(['Empty'])
})

test('a CV has its PDF, and does not say for which audience it is', () => {
  const file = {
    name: 'CV.pdf',
    contentType: 'application/pdf',
    bytes: 95_100,
    pages: 2,
    updatedOn: '2026-11-26',
  }
  const { root, title, texts, links } = open({
    kind: 'cv',
    name: 'CV: Interim CTO',
    audience: 'cto',
    ...days,
    file,
  })
  expect(title).toBe('CV, shared by Ann Sample')
  expect(texts('h1')).toEqual(['Ann Sample'])
  expect(texts('aside a, aside p')).toEqual([
    'Download PDF',
    '2 pages, 96 kB. Updated 26 Nov 2026.',
    '26 Dec 2026',
  ])
  expect(links).toContain('/s/-/download')
  expect(root.textContent).not.toMatch(/Interim|cto/)
  expect(open({ kind: 'cv', name: '', ...days }).links).not.toContain('/s/-/download')
})

test('the page of other addresses says what happened, in the language of the site', () => {
  const { title, texts, links } = open({ kind: 'ended' })
  expect(title).toBe('This link has ended. · Ann Sample')
  expect(texts('main p:not(:has(a)), main h1')).toEqual([
    'Shared by Ann Sample',
    'This link has ended.',
    'It ran out or was revoked. Ask Ann for a new one.',
  ])
  expect(links).toEqual([`mailto:${sample.site.email}`, '/'])
  const german = new Map(minimalTexts)
  german.set('site.md', `${german.get('site.md')}`.replace('---\n', '---\nlanguage: de\n'))
  const other = open({ kind: 'ended' }, contentOf(german))
  expect(other.texts('h1')).toEqual(['Dieser Link gilt nicht mehr.'])
  expect(other.root.querySelector('[lang]')).toBeNull()
})
