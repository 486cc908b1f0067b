import { describe, expect, test } from 'vitest'
import { textsIn } from '../testing/content-files.ts'
import { compileFolder, contentFolder, publishedContent } from '../testing/project.ts'
import { checkFile } from './check.ts'
import { compile } from './compile.ts'
import { parseEntries } from './entry.ts'
import { galleriesOf, type ShownGallery } from './galleries.ts'
import { missingPhoto, photoId } from './images.ts'
import { readProse } from './cv/prose.ts'
import { proseText } from './cv/prose-text.ts'
import { newSite } from './new-site.ts'
import { names, namingTakenAway, entryTitle } from './uses.ts'

const site = newSite({ name: 'Ann', role: 'A', description: 'A', email: 'ann@example.test', places: [] })
const siteUrl = 'https://ann.example.test'

/** A gallery of photos with these ids. */
const galleryOf = (slug: string, ...ids: number[]): ShownGallery => ({
  ...{ slug, name: slug, description: '' },
  images: ids.map((id) => ({
    ...{ id, title: 'T - a.jpg', caption: 'T', description: '', alt_text: '', decorative: false },
    ...{ image_url: `/media/${id}.jpg`, width: 10, height: 10, uploaded_at: '2026-05-01T12:00:00.000Z' },
    srcset: [{ url: `/media/${id}.jpg`, width: 10 }],
  })),
})

const many = galleryOf('many', ...Array.from({ length: 61 }, (_, index) => index + 1))

const note = (body: string, front = '') => `---\ntitle: P\ndate: 2026-11-01\n${front}---\n\n${body}\n`

/** Compiles the note with a library without photos. */
function compiled(text: string, shown: readonly ShownGallery[], others: Record<string, string> = {}) {
  const entries = parseEntries(new Map(Object.entries({ ...site, 'notes/p.md': text, ...others })))
  return compile(entries, {
    siteUrl,
    galleries: galleriesOf(shown),
    imageOf: (path, address) => (photoId(path) === undefined ? undefined : missingPhoto(address)),
  })
}

const one = [galleryOf('porto', 5)]
const two = [...one, galleryOf('lisbon', 6)]

test.each([
  ['a shown one', '/gallery/porto', two, '/gallery/porto'],
  ['another spelling', '/Gallery/Porto/', two, '/gallery/porto'],
  ['a relative address', '../gallery/porto', two, '/gallery/porto'],
  ['a hidden one', '/gallery/porto', [], undefined],
  ['the own address of the site', `${siteUrl}/gallery/porto`, [], undefined],
  [
    'another site',
    'https://other.example.test/gallery/porto',
    [],
    'https://other.example.test/gallery/porto',
  ],
  ['the list', '/gallery', two, '/gallery'],
  ['the list of one', '/gallery', one, '/gallery/porto'],
  ['the list of none', '/gallery', [], undefined],
  ['a photo', '/gallery/porto#photo-5', one, '/gallery/porto#photo-5'],
  ['a deleted photo', '/gallery/porto#photo-6', one, undefined],
  ['a photo that is on another page by now', '/gallery/many/2#photo-60', [many], '/gallery/many#photo-60'],
  ['a page that the gallery has no longer', '/gallery/porto/2', one, '/gallery/porto'],
  ['the title of the link', '/gallery/porto "My photos"', two, '/gallery/porto'],
])('a link to a gallery leads to its page: %s', (_, address, shown, href) => {
  const { content, advice, links } = compiled(note(`See [my *photos*](${address}) now.`), shown)
  const html = content?.notes[0]?.body ?? ''
  expect(/href="([^"]*)"/.exec(html)?.[1]).toBe(href)
  expect(html.replace(/<a[^>]*>|<\/a>/g, '')).toBe('<p dir="auto">See my <em>photos</em> now.</p>')
  expect(html.includes('</a>')).toBe(href !== undefined)
  expect(advice).toHaveLength(href === undefined ? 1 : 0)
  expect(links.every((link) => link.address === href)).toBe(true)
  expect(content?.notes[0]?.feedBody?.includes('<a')).toBe(href !== undefined)
})

test('a photo that is gone becomes its alternative text, and a cover is left out', () => {
  const cover = '---\ntitle: T\nsummary: S.\ncover: ../photos/x-9.jpg\ncover_alt: C\n---\n\nText.\n'
  const { content, advice, diagnostics } = compiled(note('![A crane](../photos/x-9.jpg) flies'), one, {
    'projects/t.md': cover,
  })
  expect(diagnostics).toEqual([])
  expect(content?.notes[0]?.body).toBe('<p dir="auto">A crane flies</p>')
  expect(content?.notes[0]?.feedBody).toContain('A crane flies')
  expect(content?.projects[0]?.cover).toBeUndefined()
  expect(advice.map(({ path, field }) => [path, field])).toEqual([
    ['notes/p.md', undefined],
    ['projects/t.md', 'cover'],
  ])
})

test('the other forms of the CV have the words', () => {
  const job = '---\ntitle: T\norganisation: O\nstart: 2020\n---\n\nMade [photos](/gallery/porto).\n'
  const { content } = compiled(note('Text.'), [], { 'cv/experience/a.md': job })
  const text = proseText(readProse(content?.cv.experience[0]?.tree ?? [], siteUrl))
  expect(text).toEqual(['Made photos.'])
})

test('the list leads to a single gallery, and lost pages to the first, until there are others', () => {
  const redirects = (shown: ShownGallery[]) => compiled(note('Text.'), shown).content?.redirects ?? []
  const list = { from: '/gallery', to: '/gallery/porto', isTemporary: true }
  expect(redirects(one)).toContainEqual(list)
  expect(redirects(two)).not.toContainEqual(list)
  expect(redirects([many]).map(({ from }) => from)).toContain('/gallery/many/3')
  expect(redirects([many]).map(({ from }) => from)).not.toContain('/gallery/many/2')
})

describe('a form', () => {
  const text = note('[a](/gallery/porto) ![b](../photos/x-9.jpg)')
  const entries = parseEntries(new Map(Object.entries({ ...site, 'notes/p.md': text })))
  const missingImages = new Set(['photos/x-9.jpg'])

  test('gives advice', () => {
    const { errors, advice } = checkFile('notes/p.md', text, { missingImages, galleries: [] })
    expect(errors).toEqual([])
    expect(advice.map(({ message }) => message)).toEqual([
      'The image "../photos/x-9.jpg" is missing: the photos have none of this number',
      '"/gallery/porto" leads to a gallery or a photo that the site does not show',
    ])
  })

  test('names the files', () => {
    expect(namingTakenAway(entries, [], missingImages).map(entryTitle)).toEqual(['P'])
    expect(namingTakenAway(entries, galleriesOf(one), new Set())).toEqual([])
  })

  test.each([
    ['a gallery', { gallery: 'porto' }, true],
    ['another gallery', { gallery: 'por' }, false],
    ['a photo', { photos: new Set([9]) }, true],
    ['another photo', { photos: new Set([99]) }, false],
  ])('knows whether a text names %s', (_, named, does) => {
    expect(entries.some((entry) => names(entry, named))).toBe(does)
  })
})

test('a build shows the alternative text of a photo that the library has no longer', async () => {
  const folder = await contentFolder({
    'about.md': '---\ntitle: A\ndescription: D.\nheading: H\n---\n\n![A crane](photos/x-9.jpg)\n',
  })
  const gone = { read: () => Promise.resolve(null), notes: () => [] }
  const built = await compileFolder(folder, publishedContent(textsIn(folder), {}, gone))
  expect(built.about.body).toBe('<p dir="auto">A crane</p>')
  expect(built.warnings.join()).toContain(
    'content/about.md:7: The image "photos/x-9.jpg" is missing: the photos have none of this number',
  )
})
