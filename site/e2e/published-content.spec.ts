import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { contentBuild, makeConfigFolder } from './fixtures/content-build.ts'
import { openSession, type Person } from './fixtures/people.ts'
import { builtSite, root, startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

/** A machine that builds its pages itself, from a copy of the content folder. */
const test = base.extend<{ folder: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-texts-'))
    await cp(builtSite, join(folder, 'dist'), { recursive: true })
    await cp(join(root, 'content'), join(folder, 'content'), { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true })
  },
  site: async ({ engine, folder, errors }, use) => {
    const work = await makeConfigFolder()
    const command = await contentBuild(work, 'texts', join(folder, 'content'), join(folder, 'dist'))
    // The server chooses its port when it starts.
    const address = join(folder, 'address')
    const site = await startServer(engine, join(folder, 'dist'), {
      BUILD_COMMAND: `BAKE_FROM=$(cat "${address}") ${command.map((word) => `"${word}"`).join(' ')}`,
    })
    await writeFile(address, site.url)
    await use(site)
    errors.addLog(await site.stop())
    await rm(work, { recursive: true })
  },
})

interface Text {
  path: string
  file: { hash: string; text: string } | null
  published: { text: string } | null
}

/** The calls of staff who edit. */
async function staffCalls(page: Page, staff: Person) {
  const { access } = await openSession(page, staff)
  const headers = { Authorization: `Bearer ${access}` }
  const publishing = async () =>
    (await (await page.request.get('/api/publishing/', { headers })).json()) as {
      state: string
      published_at: string | null
      failure: string
    }
  return {
    async send(method: string, path: string, data: unknown) {
      const response = await page.request.fetch(path, { method, headers, data })
      expect(response.ok(), await response.text()).toBe(true)
    },
    async text(path: string) {
      const { texts } = (await (await page.request.get('/api/content/texts/', { headers })).json()) as {
        texts: Text[]
      }
      return texts.find((text) => text.path === path)
    },
    async build() {
      const before = await publishing()
      await page.request.post('/api/publishing/', { headers })
      await expect(async () => {
        const now = await publishing()
        expect(now.failure).toBe('')
        expect(now.state).toBe('current')
        expect(now.published_at).not.toBe(before.published_at)
      }).toPass({ timeout: 120_000 })
    },
  }
}

test('words that are published are in the pages, go into the folder by an export, and retire', async ({
  page,
  site,
  folder,
  staff,
}) => {
  // It builds the site three times, which a busy machine takes its time for.
  test.setTimeout(400_000)
  const calls = await staffCalls(page, staff)
  await calls.build()
  const { file } = (await calls.text('about.md')) ?? {}
  const about = await readFile(join(folder, 'content/about.md'), 'utf8')
  expect(file?.text).toBe(about)

  const text = `${about.trimEnd()}\n\nWords from a phone.\n`
  await calls.send('PUT', '/api/content/drafts/', { path: 'about.md', text, base: file?.hash, revision: 0 })
  await calls.send('POST', '/api/content/publications/', { drafts: [{ path: 'about.md', revision: 1 }] })
  await calls.build()
  const shown = async () =>
    expect(await (await page.request.get('/about')).text()).toContain('Words from a phone.')
  // The server serves a new build within two seconds.
  await expect(shown).toPass()
  expect(await readFile(join(folder, 'content/about.md'), 'utf8')).toBe(about)
  expect((await calls.text('about.md'))?.published?.text).toBe(text)

  expect(await site.command(['content', 'export', join(folder, 'content')])).toBe('written about.md\n')
  expect(await readFile(join(folder, 'content/about.md'), 'utf8')).toBe(text)
  await calls.build()
  const retired = await calls.text('about.md')
  expect(retired?.file?.text).toBe(text)
  expect(retired?.published).toBeNull()
  await shown()
})
