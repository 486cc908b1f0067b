import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBuilder, createLogger, mergeConfig } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { siteConfig } from '../vite.config.ts'

test('the site as it is published, with its own address in its pages, is within its budgets', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'published-'))
  onTestFinished(() => rm(dist, { recursive: true, force: true }))
  vi.stubEnv('SITE_URL', 'https://www.ann-sample-the-tester.example.test')
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  const content = resolve(import.meta.dirname, '../ssg/testdata/content')
  const own = { configFile: false, customLogger: createLogger('silent'), build: { outDir: dist } } as const
  const builder = await createBuilder(mergeConfig(siteConfig(content, 'refuse'), own), null)
  await builder.buildApp()
  for (const page of ['index', 'cv', 'on-the-web', 'about']) {
    const html = await readFile(join(dist, `${page}.html`), 'utf8')
    const [, image = ''] = /property="og:image" content="https:[^"]*\/(assets\/share-[^"]+)"/.exec(html) ?? []
    expect((await readFile(join(dist, image))).length).toBeLessThan(40_000)
  }
})
