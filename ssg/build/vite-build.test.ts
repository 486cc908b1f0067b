import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = resolve(import.meta.dirname, '..', '..')

/** What Vite was started with by ssg/vite-build, besides `env`: its settings, and the folder that it was to write into. */
async function startedWith(env: Record<string, string>): Promise<unknown> {
  const cache = join(root, 'node_modules', '.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'vite-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const config = `import { writeFileSync } from 'node:fs'
const { env, execArgv: flags } = process
const { MIMALLOC_ALLOW_THP, MIMALLOC_PURGE_DELAY, MALLOC_TRIM_THRESHOLD_, VITE_CONFIG_NATIVE_IGNORE_WARNING } = env
const found = { MIMALLOC_ALLOW_THP, MIMALLOC_PURGE_DELAY, MALLOC_TRIM_THRESHOLD_, VITE_CONFIG_NATIVE_IGNORE_WARNING, flags }
writeFileSync('found.json', JSON.stringify(found))
export default { build: { rolldownOptions: { input: 'empty.js' } }, logLevel: 'warn' }
`
  await writeFile(join(folder, 'vite.config.mjs'), config)
  await writeFile(join(folder, 'empty.js'), 'export {}\n')
  const options = { cwd: folder, env: { ...process.env, ...env } }
  await promisify(execFile)(join(root, 'ssg', 'vite-build'), ['--outDir', 'elsewhere', '--manifest'], options)
  await readFile(join(folder, 'elsewhere', '.vite', 'manifest.json'))
  return JSON.parse(await readFile(join(folder, 'found.json'), 'utf8'))
}

const settings = {
  MIMALLOC_ALLOW_THP: '0',
  MIMALLOC_PURGE_DELAY: '0',
  MALLOC_TRIM_THRESHOLD_: '131072',
  VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true',
  flags: ['--max-semi-space-size=4', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'],
}

test('ssg/vite-build starts Vite with settings that save memory and time, and passes on options', async () => {
  expect(await startedWith({})).toEqual(settings)
})

test('a setting that is there already stays', async () => {
  expect(await startedWith({ MIMALLOC_PURGE_DELAY: '500' })).toEqual({
    ...settings,
    MIMALLOC_PURGE_DELAY: '500',
  })
})
