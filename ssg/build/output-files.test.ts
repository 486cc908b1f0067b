import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textFile } from '../lib/output-file.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { replaceFolder } from './output-files.ts'

test('a build that cannot take the place of the previous one keeps it', async () => {
  const folder = await temporaryFolder()
  const target = join(folder, 'dist')
  replaceFolder(target, [textFile('index.html', 'before')])
  // The second name would have to be a folder.
  const impossible = [textFile('index.html', 'after'), textFile('index.html/a', '')]
  expect(() => replaceFolder(target, impossible)).toThrow(/EEXIST|ENOTDIR/)
  expect(await readFile(join(target, 'index.html'), 'utf8')).toBe('before')
  replaceFolder(target, [textFile('index.html', 'after')])
  expect(await readFile(join(target, 'index.html'), 'utf8')).toBe('after')
  expect(await readdir(folder)).toEqual(['dist'])
})
