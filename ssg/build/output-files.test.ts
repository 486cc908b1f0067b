import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textFile } from '../lib/output-file.ts'
import { replaceFolder } from './output-files.ts'

test('a build that cannot take the place of the previous one keeps it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'output-files-'))
  try {
    const target = join(folder, 'dist')
    replaceFolder(target, [textFile('index.html', 'before')])
    // The second name would have to be a folder.
    const impossible = [textFile('index.html', 'after'), textFile('index.html/a', '')]
    expect(() => replaceFolder(target, impossible)).toThrow(/EEXIST|ENOTDIR/)
    expect(await readFile(join(target, 'index.html'), 'utf8')).toBe('before')
    replaceFolder(target, [textFile('index.html', 'after')])
    expect(await readFile(join(target, 'index.html'), 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['dist'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
