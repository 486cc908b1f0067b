// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { compile } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { writeField } from '../model/form.ts'
import { tinyTexts } from '../testing/content-files.ts'
import { atomFeed } from './feed.ts'

const siteUrl = 'https://ann.example.test'
const atom = 'http://www.w3.org/2005/Atom'

/** The root of the feed of the tiny site with `changes`; null removes a file. */
function feedWith(changes: Record<string, string | null> = {}): Element {
  const texts = new Map(tinyTexts)
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) texts.delete(path)
    else texts.set(path, text)
  }
  const { content, diagnostics } = compile(parseEntries(texts), { siteUrl })
  const file = content && atomFeed(content, siteUrl)
  if (!file) throw new Error(JSON.stringify(diagnostics))
  return new DOMParser().parseFromString(file.content.toString(), 'application/xml').documentElement
}

const own = (parent: Element, name: string) =>
  [...parent.children].filter((child) => child.namespaceURI === atom && child.localName === name)
const textsOf = (parent: Element, name: string) => own(parent, name).map(({ textContent }) => textContent)
const hrefOf = (parent: Element, rel: string) =>
  own(parent, 'link').flatMap((link) => (link.getAttribute('rel') === rel ? link.getAttribute('href') : []))
const idsOf = (feed: Element) => own(feed, 'entry').flatMap((entry) => textsOf(entry, 'id'))

test('the feed has all that RFC 4287 requires, and whole texts with absolute addresses', () => {
  const feed = feedWith()
  expect([feed.namespaceURI, feed.localName]).toEqual([atom, 'feed'])
  const entries = own(feed, 'entry')
  for (const element of [feed, ...entries]) {
    for (const name of ['id', 'title', 'updated']) expect(textsOf(element, name), name).toHaveLength(1)
    expect(textsOf(element, 'id')[0]).toMatch(/^https:\/\//)
    expect(hrefOf(element, 'alternate')).toHaveLength(1)
    for (const name of ['updated', 'published'])
      for (const date of textsOf(element, name)) expect(date).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
  }
  expect(hrefOf(feed, 'self')).toEqual([`${siteUrl}/notes/feed.xml`])
  expect(own(feed, 'author').flatMap((author) => textsOf(author, 'name'))).toEqual(['Ann Sample'])
  expect(textsOf(feed, 'updated')).toEqual(['2020-02-29T00:00:00Z'])
  expect(entries.flatMap((entry) => textsOf(entry, 'title'))).toEqual(['Second & last', 'First'])
  expect(new Set(idsOf(feed)).size).toBe(2)
  const [content] = own(entries[0] as Element, 'content')
  expect(content?.getAttribute('type')).toBe('html')
  const body = new DOMParser().parseFromString(content?.textContent ?? '', 'text/html')
  expect([...body.links].map((link) => link.getAttribute('href'))).toEqual([
    `${siteUrl}/notes/second#top`,
    `${siteUrl}/#top`,
    'https://example.test/a?b&c',
  ])
  expect(body.querySelector('h2')?.textContent).toBe('More')
})

test('an entry keeps its id when its title, its day or its addresses change', () => {
  const before = idsOf(feedWith())
  const text = tinyTexts.get('notes/first.md') ?? ''
  const titled = writeField(writeField(text, 'title', 'Other'), 'date', '2019-11-09')
  const known = writeField(titled, 'aliases', ['/blog/first', '/notes/a'])
  expect(idsOf(feedWith({ 'notes/first.md': known }))).toEqual(before)
  const moved = writeField(known, 'id', '/notes/first')
  expect(idsOf(feedWith({ 'notes/first.md': null, 'notes/other.md': moved }))).toEqual(before)
})

test('without notes there is no feed', () => {
  expect(() => feedWith({ 'notes/first.md': null, 'notes/second.md': null })).toThrow()
})
