import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { codeHash } from './code-hash.ts'

test('the hash changes with the code and with the packages, and not with tests', async () => {
  const root = await mkdtemp(join(tmpdir(), 'code-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'ssg', 'content')
  await mkdir(folder, { recursive: true })
  const hashWith = async (path: string, text: string) => {
    await writeFile(join(root, path), text)
    return codeHash(folder)
  }
  await writeFile(join(root, 'package-lock.json'), '{}')
  const first = await hashWith('ssg/content/a.ts', 'one')
  expect(await hashWith('ssg/content/a.test.ts', 'a test')).toBe(first)
  const second = await hashWith('ssg/content/a.ts', 'two')
  const third = await hashWith('package-lock.json', '{"packages":{}}')
  expect(new Set([first, second, third]).size).toBe(3)
})
