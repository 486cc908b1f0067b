import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFolder, textFile } from './output-files.ts'

test('a build that cannot take the place of the previous one leaves it as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'output-files-'))
  try {
    const target = join(folder, 'dist')
    await replaceFolder(target, (write) => {
      write([textFile('index.html', 'before')])
      return Promise.resolve()
    })
    // Nothing is written, so there is no folder to rename.
    await expect(replaceFolder(target, () => Promise.resolve())).rejects.toThrow('ENOENT')
    expect(await readFile(join(target, 'index.html'), 'utf8')).toBe('before')
    await replaceFolder(target, (write) => {
      write([textFile('index.html', 'after')])
      return Promise.resolve()
    })
    expect(await readFile(join(target, 'index.html'), 'utf8')).toBe('after')
    expect(await readdir(folder)).toEqual(['dist'])
  } finally {
    await rm(folder, { recursive: true })
  }
})
