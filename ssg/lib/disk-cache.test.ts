import { readdir, readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import { cached, pruneCache, readCached } from './disk-cache.ts'

test('a value is made once, and again when its file is cut off or changed', async () => {
  const path = join(await temporaryFolder(), 'below', 'value')
  let made = 0
  const value = () => cached(path, () => Promise.resolve({ made: ++made, bytes: Buffer.from('abc') }))
  expect(await value()).toEqual({ made: 1, bytes: Buffer.from('abc') })
  expect(await value()).toEqual({ made: 1, bytes: Buffer.from('abc') })
  await truncate(path, 40)
  expect((await value()).made).toBe(2)
  const file = await readFile(path)
  file.writeUInt8(file.readUInt8(file.length - 1) ^ 1, file.length - 1)
  await writeFile(path, file)
  expect((await value()).made).toBe(3)
})

test('files that no build reads any longer are removed once they are more than the others', async () => {
  const folder = await temporaryFolder()
  const names = ['a', 'b', 'c', 'd', 'e']
  for (const name of names) {
    await cached(join(folder, name), () => Promise.resolve(name))
    await utimes(join(folder, name), 1, 1)
  }
  const start = Date.now() - 1_000
  expect(readCached(join(folder, 'b'))).toBe('b')
  await pruneCache(folder, start, 3)
  expect(await readdir(folder)).toEqual(names)
  await pruneCache(folder, start, 2)
  expect(await readdir(folder)).toEqual(['b'])
})
