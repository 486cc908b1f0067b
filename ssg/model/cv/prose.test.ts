import { expect, test } from 'vitest'
import { aCv } from '../../testing/cv.ts'
import { parseMarkdown } from '../markdown.ts'
import { cvForms } from './cv-forms.ts'
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

test('a paragraph of 40,000 words is laid out in linear time', { timeout: 20_000 }, () => {
  const words = Array.from({ length: 40_000 }, (_, index) => `word${index}`)
  const forms = cvForms(aCv({}, { summaryTree: parseMarkdown(words.join('\n')).tree }), undefined)
  const { basics } = JSON.parse(forms['resume.json']) as { basics: { summary: string } }
  expect(basics.summary).toBe(words.join(' '))
  const lines = forms['cv.txt'].split('\n')
  expect(lines.every(({ length }) => length <= 72)).toBe(true)
  expect(lines.join(' ')).toContain(words.join(' '))
})
