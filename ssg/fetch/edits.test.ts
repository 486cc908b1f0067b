import { expect, test } from 'vitest'
import { page } from '../testing/files.ts'
import { change, compileFolder, contentFolder } from '../testing/project.ts'
import { layOver, type Edit } from './edits.ts'
import { fileHash } from '../lib/hash.ts'

const edit = (path: string, base: string, text: string | null): Edit => ({
  path,
  base: base === '' ? '' : fileHash(base),
  text,
})

const [aboutFile, termsFile] = [{ 'about.md': '# About\n' }, { 'terms.md': '# Terms\n' }]
const unchanged = { ...aboutFile, ...termsFile }

test.each<[string, Edit, Record<string, string>, 'applied' | 'conflicts' | 'unchanged']>([
  [
    'replaces the file that it was made on',
    edit('about.md', '# About\n', '# Me\n'),
    { 'about.md': '# Me\n', ...termsFile },
    'applied',
  ],
  ['removes it', edit('about.md', '# About\n', null), termsFile, 'applied'],
  ['adds a file', edit('new.md', '', '# New\n'), { ...unchanged, 'new.md': '# New\n' }, 'applied'],
  ['may equal the file', edit('about.md', '# Old\n', '# About\n'), unchanged, 'unchanged'],
  ['may remove a missing file', edit('gone.md', '# Old\n', null), unchanged, 'unchanged'],
  ['on another file is left out', edit('about.md', '# Old\n', '# Me\n'), unchanged, 'conflicts'],
  ['is left out if the file exists now', edit('about.md', '', '# Me\n'), unchanged, 'conflicts'],
  ['whose file is gone is left out', edit('gone.md', '# Old\n', '# Me\n'), unchanged, 'conflicts'],
])('an edit %s', (_, edit, texts, list) => {
  const overlay = layOver(new Map(Object.entries(unchanged)), [edit])
  expect(Object.fromEntries(overlay.texts)).toEqual(texts)
  expect(overlay.applied).toEqual(list === 'applied' ? [edit.path] : [])
  expect(overlay.conflicts).toEqual(list === 'conflicts' ? [edit.path] : [])
})

const about = page('Published words.')

test('published edits are compiled and checked, and the files do not change', async () => {
  const content = await contentFolder()
  const before = await compileFolder(content)
  const file = before.files.get('about.md') ?? ''
  const compile = (...edits: Edit[]) => compileFolder(content, edits)
  const edited = await compile(edit('about.md', file, about))
  expect(edited.about.body).toContain('Published words.')
  expect(edited.edited).toBe(true)
  expect(edited.files).toEqual(before.files)
  await expect(compile(edit('about.md', file, '---\nheading: About\n---\n\nNo title.\n'))).rejects.toThrow(
    /content\/about.md:1: The field "title" is missing.* It was published at \/content: fix it there\.$/m,
  )
  await expect(compile(edit('about.md', file, null))).rejects.toThrow('content/about.md: The file is missing')

  const left = await compile(edit('about.md', 'another file\n', about))
  expect(left.about).toEqual(before.about)
  expect(left.edited).toBe(false)
  expect(left.warnings).toContain(
    'Warning: the edit published over content/about.md is left out, because the file has changed since. Resolve it at /content.',
  )
})

test('an image that an edit has left without a text is a warning', async () => {
  const content = await contentFolder()
  const { files } = await compileFolder(content)
  await change(content, { 'left.png': 'no text shows it' })
  await expect(compileFolder(content)).rejects.toThrow('content/left.png')
  const changed = edit('about.md', files.get('about.md') ?? '', about)
  const { warnings } = await compileFolder(content, [changed])
  expect(warnings.join('\n')).toContain('Warning: content/left.png: No page reads this file')
})

test('a photo that no text shows any more is a warning', async () => {
  const content = await contentFolder()
  await change(content, { 'photos/crane-41.jpg': 'an export wrote it' })
  const { warnings } = await compileFolder(content)
  expect(warnings.join('\n')).toContain('Warning: content/photos/crane-41.jpg: No page reads this file')
  await change(content, { 'photos/left.jpg': 'the owner wrote it' })
  await expect(compileFolder(content)).rejects.toThrow('stops for one error:\n\n  content/photos/left.jpg')
})
