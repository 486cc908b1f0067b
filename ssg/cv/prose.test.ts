import { expect, test } from 'vitest'
import { renderMarkdown } from '../content/markdown.ts'
import { plainText, readProse } from './prose.ts'

const read = (markdown: string) => readProse(renderMarkdown(markdown).html)

test('paragraphs keep their words, looks and links, and lose the breaks of the source', () => {
  expect(read('One **two\nthree** *four* [five & *six*](https://a.test/?b&c).')).toEqual([
    {
      kind: 'paragraph',
      words: [
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
  const words = (text: string) => ({ kind: 'paragraph', words: [{ text }] })
  const list = (ordered: boolean, ...items: unknown[][]) => ({ kind: 'list', ordered, items })
  expect(read('- one\n- two\n  1. three\n\n- > four\n')).toEqual([
    list(
      false,
      [words('one')],
      [words('two'), list(true, [words('three')])],
      [{ kind: 'quote', blocks: [words('four')] }],
    ),
  ])
})

test('headings, breaks, code and what only a page can show', () => {
  expect(read('## A `b` c\n\nLine  \nnext ~~gone~~\n\n---\n\n    x  =  1\n')).toEqual([
    { kind: 'heading', words: [{ text: 'A ' }, { text: 'b' }, { text: ' c' }] },
    {
      kind: 'paragraph',
      words: [{ text: 'Line' }, { text: '\n' }, { text: 'next ' }, { text: 'gone' }],
    },
    { kind: 'paragraph', words: [{ text: 'x  =  1' }] },
  ])
})

test('signs of HTML are words', () => {
  expect(plainText(read('a < b && "c" <b>\n\n![d](e.png)'))).toBe('a < b && "c" <b>')
  expect(plainText(read('&amp;lt; &copy;'))).toBe('&lt; ©')
})

test('nothing gives nothing', () => {
  expect(readProse('')).toEqual([])
})
