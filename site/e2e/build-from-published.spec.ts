import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { APIResponse } from '@playwright/test'
import sharp from 'sharp'
import { contentBuild, makeConfigFolder } from './fixtures/content-build.ts'
import { signIn } from './fixtures/people.ts'
import { looksLike, makePhoto } from './fixtures/photo.ts'
import { builtSite, root, startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'
import { buildToken, reportTexts } from './fixtures/texts.ts'

/** A site that serves a build of a copy of the content folder. A test may stop it before its end. */
const test = base.extend<{ folder: string; work: string }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-texts-'))
    await cp(builtSite, join(folder, 'dist'), { recursive: true })
    await cp(join(root, 'content'), join(folder, 'content'), { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true })
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  work: async ({}, use) => {
    const work = await makeConfigFolder()
    await use(work)
    await rm(work, { recursive: true })
  },
  site: async ({ engine, folder, errors }, use) => {
    const site = await startServer(engine, { folder: join(folder, 'dist') })
    let stopped: Promise<string> | undefined
    const stop = () => (stopped ??= site.stop())
    await use({ ...site, stop })
    errors.addLog(await stop())
  },
})

interface Text {
  path: string
  file: { hash: string; text: string } | null
  published: { text: string } | null
}

/** Builds the content folder `content` into `dist`, with a cache of that name, and returns the report. */
async function build(work: string, content: string, dist: string, cache: string, env: NodeJS.ProcessEnv) {
  const [program, ...args] = await contentBuild(work, cache, content, dist)
  const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...env } })
  return stdout
}

/** The markup of the crane on the page about the owner. */
async function markupIn(dist: string): Promise<string> {
  const html = await readFile(join(dist, 'about.html'), 'utf8')
  return /<picture>(?:(?!<picture>).)*crane-at-dawn-.*?<\/picture>/s.exec(html)?.[0] ?? ''
}

async function json<T>(response: APIResponse): Promise<T> {
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()) as T
}

test(
  'published content with a photo is on the page, even without the server, and can be exported',
  { tag: '@all' },
  async ({ page, site, folder, work, staff }) => {
    // Builds the site four times, which is slow on a busy machine.
    test.slow()
    const headers = { Authorization: `Bearer ${(await signIn(page, staff)).access}` }
    const aboutText = async () => {
      const { files } = await json<{ files: Text[] }>(
        await page.request.get('/api/content/files/', { headers }),
      )
      return files.find(({ path }) => path === 'about.md')
    }
    const content = join(folder, 'content')
    const about = await readFile(join(content, 'about.md'), 'utf8')
    const photo = await makePhoto('crane.jpg', [40, 90, 160])
    const { name, mimeType, buffer } = photo
    const multipart = { image: { name, mimeType, buffer }, title: 'Crane at dawn', alt_text: 'A crane' }
    const { id } = await json<{ id: number }>(
      await page.request.post('/api/photos/images/', { headers, multipart }),
    )
    const text = `${about.trimEnd()}\n\nWords from a phone.\n\n![A crane at dawn](photos/crane-at-dawn-${id}.jpg)\n`

    await test.step('staff publish it, and the photo cannot be deleted', async () => {
      await reportTexts(site)
      const { hash } = (await aboutText())?.file ?? {}
      const data = { path: 'about.md', text, base: hash, revision: 0 }
      await json(await page.request.put('/api/content/drafts/', { headers, data }))
      const drafts = [{ path: 'about.md', revision: 1 }]
      await json(await page.request.post('/api/content/publications/', { headers, data: { drafts } }))
      const refused = await page.request.delete(`/api/photos/images/${id}/`, { headers })
      expect(refused.status()).toBe(409)
      expect(((await refused.json()) as { detail: string }).detail).toContain('“Crane at dawn” in about.md')
    })

    // A build elsewhere, which has the token as a variable.
    const elsewhere = { PREFETCH_FROM: site.url, BUILD_TOKEN: buildToken(site) }
    const dist = join(folder, 'dist')
    const markup = await test.step('a build adds it to the page', async () => {
      const report = await build(work, content, dist, 'elsewhere', elsewhere)
      expect(report).toContain('1 published texts fetched')
      const markup = await markupIn(dist)
      expect(markup).toContain('width="1280" height="960" alt="A crane at dawn"')
      const files = new Set(Array.from(markup.matchAll(/\/(assets\/[\w.-]+)/g), ([, file = '']) => file))
      expect(files.size).toBe(7)
      for (const file of files) expect((await sharp(join(dist, file)).metadata()).width).toBeGreaterThan(399)
      return markup
    })

    await test.step('visitors see it, and the preview shows the files that the build made', async () => {
      const served = async () => (await page.request.get('/about')).text()
      // The server serves a new build within two seconds. A page of the former one would miss its scripts then.
      await expect.poll(served).toContain(markup)
      expect(await served()).toContain('Words from a phone.')
      const image = page.getByRole('img', { name: 'A crane at dawn' })
      await page.goto('/about')
      await image.scrollIntoViewIfNeeded()
      await expect(image).toHaveJSProperty('complete', true)
      expect(await image.evaluate(({ currentSrc }: HTMLImageElement) => currentSrc)).toMatch(
        /\/assets\/crane-at-dawn-\d+-.*\.avif$/,
      )
      expect(await looksLike(await image.screenshot(), photo)).toBe(true)

      await page.goto('/content?file=about.md')
      const preview = page.frameLocator('iframe')
      await expect(preview.getByRole('img', { name: 'A crane at dawn' })).toBeAttached()
      await expect.poll(() => preview.locator('#root').innerHTML()).toContain(markup)
    })

    await test.step('an export writes it to the folder, and the next build retires the publication', async () => {
      expect(await readFile(join(content, 'about.md'), 'utf8')).toBe(about)
      expect((await aboutText())?.published?.text).toBe(text)
      await cp(content, join(folder, 'before'), { recursive: true })
      const written = `written about.md\nwritten photos/crane-at-dawn-${id}.jpg\n`
      expect(await site.command(['content', 'export', content])).toBe(written)
      expect(await readFile(join(content, 'about.md'), 'utf8')).toBe(text)
      expect((await sharp(join(content, `photos/crane-at-dawn-${id}.jpg`)).metadata()).width).toBe(4000)

      await build(work, content, dist, 'elsewhere', elsewhere)
      const retired = await aboutText()
      expect(retired?.file?.text).toBe(text)
      expect(retired?.published).toBeNull()
      expect(await (await page.request.get('/about')).text()).toContain('Words from a phone.')
    })

    await test.step('it is on the page without the server, from the last answers or from the folder', async () => {
      await page.goto('about:blank')
      await site.stop()
      const again = join(folder, 'again')
      expect(await build(work, join(folder, 'before'), again, 'elsewhere', elsewhere)).toMatch(
        /Warning: photos in texts: .* its last answers are used\./,
      )
      expect(await markupIn(again)).toBe(markup)
      const alone = join(folder, 'alone')
      await build(work, content, alone, 'alone', { PREFETCH_FROM: 'none' })
      expect(await markupIn(alone)).toBe(markup)
    })
  },
)
