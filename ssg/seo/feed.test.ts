// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { compile, type CompileOptions } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { writeField } from '../model/form.ts'
import { tinyTexts } from '../testing/content-files.ts'
import { atomFeed } from './feed.ts'

const siteUrl = 'https://ann.example.test'
const atom = 'http://www.w3.org/2005/Atom'

/** The root of the feed of the tiny site with `changes`; null removes a file. */
function feedWith(changes: Record<string, string | null> = {}, options: CompileOptions = {}): Element {
  const texts = new Map(tinyTexts)
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) texts.delete(path)
    else texts.set(path, text)
  }
  const { content, diagnostics } = compile(parseEntries(texts), { siteUrl, ...options })
  const file = content && atomFeed(content, options.siteUrl ?? siteUrl)
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
    expect(textsOf(element, 'id')[0]).toMatch(uuid)
    expect(hrefOf(element, 'alternate')).toHaveLength(1)
    for (const name of ['updated', 'published'])
      for (const date of textsOf(element, name)) expect(date).toMatch(/^\d{4}-\d\d-\d\dT12:00:00Z$/)
  }
  expect(hrefOf(feed, 'self')).toEqual([`${siteUrl}/notes/feed.xml`])
  expect(own(feed, 'author').flatMap((author) => textsOf(author, 'name'))).toEqual(['Ann Sample'])
  expect(textsOf(feed, 'updated')).toEqual(['2020-02-29T12:00:00Z'])
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

/** Of version 8 (RFC 9562). */
const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('an entry keeps its id when its title, its day, its address or the domain changes', () => {
  const before = idsOf(feedWith())
  expect(idsOf(feedWith({}, { siteUrl: 'https://elsewhere.example.test' }))).toEqual(before)
  const text = tinyTexts.get('notes/first.md') ?? ''
  const titled = writeField(writeField(text, 'title', 'Other'), 'date', '2019-11-09')
  const known = writeField(titled, 'aliases', ['/blog/first', '/notes/a'])
  expect(idsOf(feedWith({ 'notes/first.md': known }))).toEqual(before)
  const moved = writeField(known, 'first_address', '/notes/first')
  expect(idsOf(feedWith({ 'notes/first.md': null, 'notes/other.md': moved }))).toEqual(before)
})

test('a former address does not change the id', () => {
  const text = writeField(tinyTexts.get('notes/first.md') ?? '', 'aliases', ['/blog/first'])
  expect(idsOf(feedWith({ 'notes/first.md': text }))).toEqual(idsOf(feedWith()))
})

test('a change is a new time of the entry and of the feed', () => {
  const feed = feedWith({}, { changed: { 'notes/first.md': '2026-11-28T08:15:00Z' } })
  const first = own(feed, 'entry').find((entry) => textsOf(entry, 'title')[0] === 'First')
  expect(first && textsOf(first, 'updated')).toEqual(['2026-11-28T08:15:00Z'])
  expect(textsOf(feed, 'updated')).toEqual(['2026-11-28T08:15:00Z'])
})

test('the feed has the newest thirty notes', () => {
  const note = tinyTexts.get('notes/first.md') ?? ''
  const many = Array.from({ length: 40 }, (_, index) => [
    `notes/n-${index}.md`,
    writeField(note, 'date', `2021-01-${String((index % 28) + 1).padStart(2, '0')}`),
  ])
  expect(idsOf(feedWith(Object.fromEntries(many) as Record<string, string>))).toHaveLength(30)
})

test('a site without notes has no feed', () => {
  expect(() => feedWith({ 'notes/first.md': null, 'notes/second.md': null })).toThrow()
})
