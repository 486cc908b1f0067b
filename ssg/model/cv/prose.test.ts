import { expect, test } from 'vitest'
import { parseMarkdown } from '../markdown.ts'
import { plainText, readProse } from './prose.ts'

const read = (markdown: string) => readProse(parseMarkdown(markdown).render())

test('paragraphs keep their text, marks and links, and lose the line breaks of the source', () => {
  expect(read('One **two\nthree** *four* [five & *six*](https://a.test/?b&c).')).toEqual([
    {
      kind: 'paragraph',
      spans: [
        { text: 'One ' },
        { text: 'two three', bold: true },
        { text: ' ' },
        { text: 'four', italic: true },
        { text: ' ' },
        { text: 'five & ', link: 'https://a.test/?b&c' },
        { text: 'six', italic: true, link: 'https://a.test/?b&c' },
        { text: '.' },
      ],
    },
  ])
})

test('lists keep their items, loose and tight and within each other', () => {
  const paragraph = (text: string) => ({ kind: 'paragraph', spans: [{ text }] })
  const list = (start: number | undefined, ...items: unknown[][]) => ({ kind: 'list', start, items })
  expect(read('- one\n- two\n  1. three\n\n- > four\n')).toEqual([
    list(
      undefined,
      [paragraph('one')],
      [paragraph('two'), list(1, [paragraph('three')])],
      [{ kind: 'quote', blocks: [paragraph('four')] }],
    ),
  ])
})

test('headings, breaks, code and what only a page can show', () => {
  expect(read('## A `b` c\n\nLine  \nnext ~~gone~~\n\n---\n\n    x  =  1\n')).toEqual([
    { kind: 'heading', spans: [{ text: 'A ' }, { text: 'b' }, { text: ' c' }] },
    {
      kind: 'paragraph',
      spans: [{ text: 'Line' }, { text: '\n' }, { text: 'next ' }, { text: 'gone', struck: true }],
    },
    { kind: 'code', text: 'x  =  1' },
  ])
})

test('escaped characters of HTML are text', () => {
  const textOf = (markdown: string) => plainText(parseMarkdown(markdown).render()).trim()
  expect(textOf('a < b && "c" <b>\n\n![d](e.png)')).toBe('a < b && "c" <b>')
  expect(textOf('&amp;lt; &copy;')).toBe('&lt; ©')
})

test('nothing gives nothing', () => {
  expect(readProse('')).toEqual([])
})
