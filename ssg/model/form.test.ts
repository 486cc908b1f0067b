import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readForm, writeBody, writeForm } from './form.ts'
import { contentFiles } from '../testing/content-files.ts'

const tiny = join(import.meta.dirname, '..', 'testdata', 'content')
const sample = (path: string) => readFileSync(join(tiny, path), 'utf8')

type Value = string | string[] | number | undefined

/** The file at `path` with another value of a field, or without it. */
function withField(path: string, source: string, name: string, value: Value): string {
  const form = readForm(path, source) ?? { fields: {}, body: '' }
  const others = Object.entries(form.fields).filter(([key]) => key !== name)
  const fields = Object.fromEntries(value === undefined ? others : [...others, [name, value]])
  return writeForm(path, source, { ...form, fields })
}

/** Front matter in the forms of YAML that owners write. */
const written = `---
# A comment
title: >-
  One
  two
"start": 2018 # why
'end': "2019-06"
organisation: |-
  Works
place:   'It''s' # here
---

  First.

- a
`
const files = [...contentFiles(tiny).map((path) => [path, sample(path)]), ['cv/early/a.md', written]]
const inWindows = files.map(([path = '', text = '']) => [path, text.replaceAll('\n', '\r\n')])

describe.each([...files, ...inWindows])('%s', (path = '', text = '') => {
  const form = readForm(path, text) ?? { fields: {}, body: '' }

  test('does not change a byte if nothing changes', () => {
    expect(Object.keys(form.fields).length).toBeGreaterThan(0)
    expect(writeForm(path, text, form)).toBe(text)
  })

  test('changes in one field and keeps the rest', () => {
    for (const [name, value] of Object.entries(form.fields)) {
      const changed = Array.isArray(value) ? [...value.slice(1), 'a: b', 'More'] : 'a: b'
      const after = withField(path, text, name, changed)
      expect(readForm(path, after)).toEqual({ ...form, fields: { ...form.fields, [name]: changed } })
      const without = withField(path, text, name, undefined)
      expect(readForm(path, without)?.fields[name]).toBeUndefined()
      expect(readForm(path, withField(path, without, name, value))?.fields).toEqual(form.fields)
    }
  })

  test('keeps its front matter if only the body changes', () => {
    const body = 'New: x\n\n  ## Title'
    const after = writeForm(path, text, { ...form, body })
    const head = text.slice(0, text.lastIndexOf('---'))
    expect(after.slice(0, head.length)).toBe(head)
    expect(readForm(path, after)).toEqual({ ...form, body })
  })
})

test('reads every form of YAML', () => {
  expect(readForm('cv/early/a.md', written)).toEqual({
    fields: { title: 'One two', start: '2018', end: '2019-06', organisation: 'Works', place: "It's" },
    body: '  First.\n\n- a',
  })
  const changed = withField('cv/early/a.md', written, 'end', '2020')
  for (const comment of ['# A comment', '# why', '# here']) expect(changed).toContain(comment)
})

const typed = [
  ['', ' ', ' a', 'a ', '\ta', 'a: b', 'a:', ':a', 'a #b', '# a', '- a', '-', '? a', 'a, b'],
  ['@a', '`a`', '%a', '&a', '*a', '!a', '|', '>', '[a', '{a', '"a"', "'a'", "it's", 'say "a" \\ n'],
  ['yes', 'true', 'null', '~', '<<', '2018', '0x10', '1e3', '.5', '2018-06', '---', '...'],
  ['a\nb', 'a\n---\nb', 'é 🚲 \u2028 \u00a0 \ufeff'],
].flat()

test.each(typed)('reads back %j', (words) => {
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

const items = ['One', 'New', 'Two']

test.each<[name: string, before: string, field: string, value: Value, after: string]>([
  ['quotes stay', `a: 'One' # why\n`, 'a', `it's`, `a: 'it''s' # why\n`],
  ['a text that needs quotes gets them', 'a: One\n', 'a', 'a: b', 'a: "a: b"\n'],
  ['writes a year as a number', 'start: 2018\n', 'start', '2019', 'start: 2019\n'],
  ['a number in a text gets quotes', 'title: One\n', 'title', '2019', 'title: "2019"\n'],
  ['an order is a number', 'a: x\n', 'order', 2, 'a: x\norder: 2\n'],
  ['an order keeps its comment', 'order: "1" # one\n', 'order', 2, 'order: 2 # one\n'],
  ['a missing field comes last', 'start: 2018\n', 'end', '2019', 'start: 2018\nend: "2019"\n'],
  ['an empty field is filled', 'end: # still\nb: x\n', 'end', '2019', 'end: "2019" # still\nb: x\n'],
  ['a field goes with its line', 'a: One # why\n# b\nb: x\n', 'a', undefined, '# b\nb: x\n'],
  ['a text of many lines becomes one', 'a: >\n  One\n  two\nb: x\n', 'a', 'Three', 'a: Three\nb: x\n'],
  [
    'a list keeps its comments',
    'l:\n  - One # 1\n  # two\n  - Two\n',
    'l',
    items,
    'l:\n  - One # 1\n  - New\n  # two\n  - Two\n',
  ],
  ['keeps a list in brackets', 'l: [One, "Two"] # l\n', 'l', items, 'l: [One, New, "Two"] # l\n'],
  ['an empty list gets lines', 'l: []\nb: x\n', 'l', ['One'], 'l:\n  - One\nb: x\n'],
  ['a list is emptied', 'l:\n  - One\nb: x\n', 'l', [], 'l: []\nb: x\n'],
  ['front matter in braces', '{ a: One, b: x }\n', 'a', 'Two', '{a: Two, b: x}\n'],
  ['front matter in braces gets a field', '{ a: One, b: x }\n', 'c', 'Two', '{a: One, b: x, c: Two}\n'],
  ['no fields at all', '', 'a', 'One', 'a: One\n'],
])('%s', (_, before, field, value, after) => {
  expect(withField('none.md', `---\n${before}---\nText.\n`, field, value)).toBe(`---\n${after}---\nText.\n`)
})

test('an order that was written as text becomes a number with any other change', () => {
  const path = 'cv/languages/english.md'
  const source = '---\ntitle: English\nlevel: Fluent\norder: "2" # second\nfeatured: "2018"\n---\n'
  const form = readForm(path, source) ?? { fields: {}, body: '' }
  for (const fields of [form.fields, { ...form.fields, level: 'Basic' }])
    expect(writeForm(path, source, { ...form, fields })).toBe(
      source.replace('"2"', '2').replace('Fluent', String(fields['level'])),
    )
})

test('a blank line is above a body that was changed', () => {
  expect(writeBody('---\r\na: x\r\n---\r\n\r\n\r\nOld.\r\n', 'New.\n\nMore.\n')).toBe(
    '---\r\na: x\r\n---\r\n\r\nNew.\r\n\r\nMore.\r\n',
  )
  expect(writeBody('---\na: x\n---', 'New.')).toBe('---\na: x\n---\n\nNew.\n')
  expect(writeBody('---\na: x\n---\n\nOld.\n', '')).toBe('---\na: x\n---\n')
})
