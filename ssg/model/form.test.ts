import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kinds } from './schemas.ts'
import { parseFile } from './content-file.ts'
import { readForm, writeForm } from './form.ts'
import { someFiles, someText, type SomeFile } from '../testing/some-files.ts'

const tiny = join(import.meta.dirname, '..', 'testdata', 'content')
const sample = (path: string) => readFileSync(join(tiny, path), 'utf8')

/** The file at `path` with another value of a field, or without it. */
function withField(path: string, source: string, name: string, value: string | string[] | undefined): string {
  const form = readForm(path, source)
  if (!form) throw new Error('The file has no form.')
  const { [name]: _, ...others } = form.fields
  return writeForm(path, source, {
    ...form,
    fields: value === undefined ? others : { ...form.fields, [name]: value },
  })
}

function withBody(source: string, body: string): string {
  const form = readForm('about.md', source)
  if (!form) throw new Error('The file has no form.')
  return writeForm('about.md', source, { ...form, body })
}

/** The comments of a file outside of the field `name`. */
const commentsBeside = ({ blocks }: SomeFile, name: string) =>
  blocks
    .filter((block) => block.name !== name)
    .flatMap(
      ({ source }) =>
        /(?:^| )(# (?:A comment|The end|why|i\b|l\b|items|between).*)/m.exec(source)?.[1]?.trimEnd() ?? [],
    )

describe('a thousand files of every kind', () => {
  const files = someFiles(1000)

  test('are of every kind, and have no problems but letters that the PDF lacks', () => {
    expect(new Set(files.map(({ kind }) => kind)).size).toBe(Object.keys(kinds).length)
    for (const { kind, text } of files) {
      const file = parseFile(text, kind)
      const problems = Array.isArray(file) ? file : file.problems
      expect(
        problems.filter(({ message }) => !message.startsWith('/cv.pdf cannot show')),
        text,
      ).toEqual([])
    }
  })

  test('read as what they say', () => {
    for (const file of files) expect(readForm(file.path, file.text), file.text).toEqual(file.says)
  })

  test('stay the same byte for byte if a form writes what it read', () => {
    for (const { path, text, says } of files) expect(writeForm(path, text, says)).toBe(text)
  })

  test('change in the field that a form changes, and keep their comments', () => {
    for (const [index, file] of files.entries()) {
      for (const [name, value] of Object.entries(file.says.fields)) {
        const changed = Array.isArray(value)
          ? index % 2 === 0
            ? value.with(index % value.length, someText(index))
            : [...value.slice(1), someText(index), 'More']
          : someText(index)
        const text = withField(file.path, file.text, name, changed)
        expect(readForm(file.path, text), text).toEqual({
          ...file.says,
          fields: { ...file.says.fields, [name]: changed },
        })
        for (const comment of commentsBeside(file, name)) expect(text).toContain(comment)
        const without = withField(file.path, file.text, name, undefined)
        expect(readForm(file.path, without)?.fields[name]).toBeUndefined()
        expect(readForm(file.path, withField(file.path, without, name, value))?.fields).toEqual(
          file.says.fields,
        )
      }
    }
  })

  test('change in their body alone if a form changes it', () => {
    for (const [index, { path, text, says, blocks }] of files.entries()) {
      const body = `${someText(index)}x\n\n  ## ${someText(index + 1)}x`
      const changed = writeForm(path, text, { ...says, body })
      const closing = blocks.findIndex(({ source }, place) => place > 0 && source.startsWith('---'))
      const head = blocks
        .slice(0, closing)
        .map(({ source }) => source)
        .join('')
      expect(changed.slice(0, head.length)).toBe(head)
      expect(readForm(path, changed), changed).toEqual({ ...says, body })
    }
  })
})

const typed = [
  '',
  ' ',
  'a: b',
  'a #b',
  '# a',
  '- a',
  '-',
  '@a',
  '`a`',
  '%a',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '? a',
  '[a',
  '{a',
  'a, b',
  '"a"',
  "'a'",
  "it's",
  'say "a" \\ n',
  'yes',
  'true',
  'null',
  '~',
  '2018',
  '0x10',
  '1e3',
  '.5',
  '2018-06',
  '---',
  '...',
  ' a',
  'a ',
  'a:',
  ':a',
  'a\nb',
  'a\n---\nb',
  '\ta',
  'é 🚲 \u2028 \u00a0 \ufeff',
  '<<',
]

test.each(typed)('what is typed reads back as given: %j', (words) => {
  const path = 'cv/experience/a-first.md'
  for (const name of ['title', 'place', 'end', 'new']) {
    const written = withField(path, sample(path), name, words)
    expect(readForm(path, written)?.fields[name]).toBe(words)
    expect(withField(path, written, name, 'Plain')).toContain(`${name}: `)
  }
  const group = 'cv/skills/group.md'
  for (const items of [[words], ['One', words], ['One', words, 'Two', words], [words, 'Two']]) {
    expect(readForm(group, withField(group, sample(group), 'items', items))?.fields['items']).toEqual(items)
  }
})

const edits: [
  name: string,
  before: string,
  field: string,
  value: string | string[] | undefined,
  after: string,
][] = [
  ['quotes stay', `a: 'One' # why\n`, 'a', `it's`, `a: 'it''s' # why\n`],
  ['a text that needs quotes gets them', 'a: One\n', 'a', 'a: b', 'a: "a: b"\n'],
  ['a year stands as a number in a date', 'start: 2018\n', 'start', '2019', 'start: 2019\n'],
  ['a number in a text gets quotes', 'title: One\n', 'title', '2019', 'title: "2019"\n'],
  ['a missing field comes last', 'start: 2018\n', 'end', '2019', 'start: 2018\nend: "2019"\n'],
  ['an empty field is filled', 'end: # still\nb: x\n', 'end', '2019', 'end: "2019" # still\nb: x\n'],
  ['a field goes with its line', 'a: One # why\n# b\nb: x\n', 'a', undefined, '# b\nb: x\n'],
  ['a text of many lines becomes one', 'a: >\n  One\n  two\nb: x\n', 'a', 'Three', 'a: Three\nb: x\n'],
  [
    'a list keeps its comments',
    'l:\n  - One # 1\n  # two\n  - Two\n',
    'l',
    ['One', 'New', 'Two'],
    'l:\n  - One # 1\n  - New\n  # two\n  - Two\n',
  ],
  [
    'a list in brackets stays there',
    'l: [One, "Two"] # l\n',
    'l',
    ['One', 'New', 'Two'],
    'l: [One, New, "Two"] # l\n',
  ],
  ['an empty list gets lines', 'l: []\nb: x\n', 'l', ['One'], 'l:\n  - One\nb: x\n'],
  ['a list is emptied', 'l:\n  - One\nb: x\n', 'l', [], 'l: []\nb: x\n'],
  ['what others refer to is written out', 'a: &a One\nb: *a\n', 'a', 'Two', 'a: Two\nb: One\n'],
  ['front matter in braces', '{ a: One, b: x }\n', 'a', 'Two', '{a: Two, b: x}\n'],
  ['front matter in braces gets a field', '{ a: One, b: x }\n', 'c', 'Two', '{a: One, b: x, c: Two}\n'],
  ['no fields at all', '', 'a', 'One', 'a: One\n'],
]

test.each(edits)('%s', (_, before, field, value, after) => {
  expect(withField('none.md', `---\n${before}---\nText.\n`, field, value)).toBe(`---\n${after}---\nText.\n`)
})

test('a blank line is above a body that was changed', () => {
  expect(withBody('---\r\na: x\r\n---\r\n\r\n\r\nOld.\r\n', 'New.\n\nMore.\n')).toBe(
    '---\r\na: x\r\n---\r\n\r\nNew.\r\n\r\nMore.\r\n',
  )
  expect(withBody('---\na: x\n---', 'New.')).toBe('---\na: x\n---\n\nNew.\n')
  expect(withBody('---\na: x\n---\n\nOld.\n', '')).toBe('---\na: x\n---\n')
})
