import { expect, test, vi } from 'vitest'
import { parseEntry } from './entry.ts'
import { readForm, writeForm, type FormFile } from './form.ts'

const parses = vi.hoisted(() => vi.fn())
vi.mock('yaml', async (original) => {
  const yaml = await original<typeof import('yaml')>()
  return {
    ...yaml,
    parseDocument: (...of: Parameters<typeof yaml.parseDocument>) => {
      parses()
      return yaml.parseDocument(...of)
    },
  }
})

const path = 'cv/languages/english.md'
const source = '---\ntitle: English\nlevel: Fluent\n---\n'

test.each<[string, (form: FormFile) => FormFile]>([
  ['the text', (form) => ({ ...form, body: 'A' })],
  ['a field', ({ fields, body }) => ({ fields: { ...fields, level: 'A' }, body })],
])('a key in %s parses the YAML once for form and checks', (_, change) => {
  const form = readForm(path, source) ?? { fields: {}, body: '' }
  parseEntry(path, source)
  parses.mockClear()
  const after = writeForm(path, source, change(form))
  readForm(path, after)
  parseEntry(path, after)
  expect(parses).toHaveBeenCalledOnce()
})
