import { expect, test } from 'vitest'
import { parseMarkdown } from '../markdown.ts'
import { readProse } from './prose.ts'

const read = (markdown: string) => readProse(parseMarkdown(markdown).tree)

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
