import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileFolder, contentFolder } from '../testing/project.ts'
import { layOver, type Edit } from './edits.ts'
import { fileHash } from '../lib/hash.ts'

const files = new Map([
  ['about.md', '# About\n'],
  ['terms.md', '# Terms\n'],
])
const edit = (path: string, base: string, text: string | null): Edit => ({
  path,
  base: base === '' ? '' : fileHash(base),
  text,
})

test.each<[string, Edit, Record<string, string>, 'applied' | 'conflicts' | undefined]>([
  [
    'replaces the file that it was made on',
    edit('about.md', '# About\n', '# Me\n'),
    { 'about.md': '# Me\n', 'terms.md': '# Terms\n' },
    'applied',
  ],
  ['removes it', edit('about.md', '# About\n', null), { 'terms.md': '# Terms\n' }, 'applied'],
  [
    'adds a file',
    edit('new.md', '', '# New\n'),
    { ...Object.fromEntries(files), 'new.md': '# New\n' },
    'applied',
  ],
  [
    'that equals the file changes nothing',
    edit('about.md', '# Old\n', '# About\n'),
    Object.fromEntries(files),
    undefined,
  ],
  [
    'that removes a missing file changes nothing',
    edit('gone.md', '# Old\n', null),
    Object.fromEntries(files),
    undefined,
  ],
  [
    'on another file is left out',
    edit('about.md', '# Old\n', '# Me\n'),
    Object.fromEntries(files),
    'conflicts',
  ],
  [
    'is left out if the file exists now',
    edit('about.md', '', '# Me\n'),
    Object.fromEntries(files),
    'conflicts',
  ],
  [
    'whose file is gone is left out',
    edit('gone.md', '# Old\n', '# Me\n'),
    Object.fromEntries(files),
    'conflicts',
  ],
])('an edit %s', (_, edit, texts, list) => {
  const overlay = layOver(files, [edit])
  expect(Object.fromEntries(overlay.texts)).toEqual(texts)
  expect(overlay.applied).toEqual(list === 'applied' ? [edit.path] : [])
  expect(overlay.conflicts).toEqual(list === 'conflicts' ? [edit.path] : [])
})

const about = '---\ntitle: About\nheading: About\ndescription: Who I am.\n---\n\nPublished words.\n'

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

test('a picture that an edit has left without a text is a warning', async () => {
  const content = await contentFolder()
  await writeFile(join(content, 'left.png'), 'no text shows it')
  await expect(compileFolder(content)).rejects.toThrow('content/left.png')
  await rm(join(content, 'left.png'))
  const { files } = await compileFolder(content)
  await writeFile(join(content, 'left.png'), 'no text shows it')
  const changed = edit('about.md', files.get('about.md') ?? '', about)
  const { warnings } = await compileFolder(content, [changed])
  expect(warnings.join('\n')).toContain('Warning: content/left.png: No page reads this file')
})

test('a photo that no text shows any more is a warning', async () => {
  const content = await contentFolder()
  await mkdir(join(content, 'photos'))
  await writeFile(join(content, 'photos', 'crane-41.jpg'), 'an export wrote it')
  const { warnings } = await compileFolder(content)
  expect(warnings.join('\n')).toContain('Warning: content/photos/crane-41.jpg: No page reads this file')
  await writeFile(join(content, 'photos', 'left.jpg'), 'the owner wrote it')
  await expect(compileFolder(content)).rejects.toThrow('stops for one mistake:\n\n  content/photos/left.jpg')
})
