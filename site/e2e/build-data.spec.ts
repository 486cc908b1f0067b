import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { netlifyAnswer } from './fixtures/netlify.ts'
import { openSession, type Person } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { open } from './fixtures/page.ts'
import { builtSite, startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

const root = resolve(import.meta.dirname, '../..')

/** A site on a separate build, which `build` repeats while the server runs, as its owner does. */
const test = base.extend<{ folder: string; build: () => Promise<string> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-dist-'))
    await cp(builtSite, folder, { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true })
  },
  site: async ({ engine, folder, errors }, use) => {
    const site = await startServer(engine, { folder })
    await use(site)
    errors.addLog(await site.stop())
  },
  build: async ({ folder, site }, use) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const options = { cwd: root, env: { ...process.env, API_ORIGIN: site.url, PREFETCH_FROM: '' } }
    await use(async () => {
      const args = [vite, 'build', '--outDir', folder]
      return (await promisify(execFile)(process.execPath, args, options)).stdout
    })
  },
})

/** A banner of two photos and a current CV, put there by staff. */
async function fill(page: Page, staff: Person): Promise<void> {
  const { access } = await openSession(page, staff)
  const headers = { Authorization: `Bearer ${access}` }
  const post = async (path: string, content: Pick<PostOptions, 'data' | 'multipart'>) => {
    const response = await page.request.post(path, { headers, ...content })
    expect(response.status(), await response.text()).toBe(201)
    return (await response.json()) as { id: number }
  }
  const { id } = await post('/api/photos/galleries/', { data: { name: 'page-logos', description: '' } })
  for (const title of ['Crane', 'Quay']) {
    const { name, mimeType, buffer } = await makePhoto(`${title}.jpg`, [40, 90, 160], {
      width: 1600,
      height: 1200,
    })
    const image = { name, mimeType, buffer }
    await post('/api/photos/images/', { multipart: { image, title, alt_text: title, gallery: String(id) } })
  }
  const answer = await page.request.get('/api/documents/categories/', { headers })
  const categories = (await answer.json()) as { id: number; name: string }[]
  const category = String(categories.find(({ name }) => name === 'CV')?.id)
  const file = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('What I did.\n') }
  await post('/api/documents/documents/', {
    multipart: { name: 'CV', category, file, is_current: 'true' },
  })
}

type PostOptions = NonNullable<Parameters<Page['request']['post']>[1]>

test('a build shows banner and CV first @all', async ({
  page,
  site,
  folder,
  staff,
  build,
  visitor,
  errors,
}) => {
  await fill(page, staff)
  const output = await build()
  expect(output).toContain(`Banner: fetched from ${site.url} and put into the pages.`)
  expect(output).toContain(`CV: fetched from ${site.url} and put into the pages.`)
  const photo = page.locator('picture img')
  // The server serves a new build within two seconds.
  await expect(async () => {
    expect(await (await page.request.get('/')).text()).toContain('<picture>')
  }).toPass()

  const still = await visitor({ javaScriptEnabled: false })
  await still.goto('/')
  await expect(still.getByRole('img', { name: /Crane|Quay/ })).toBeVisible()
  await still.goto('/cv')
  const link = still.getByRole('link', { name: 'Download CV (Current)' })
  const file = await still.request.get((await link.getAttribute('href')) ?? '')
  expect(await file.text()).toBe('What I did.\n')

  // Nothing but the page itself.
  await page.route('**/*.js', (route) => route.abort('blockedbyclient'))
  errors.expect('net::ERR_BLOCKED_BY_CLIENT')
  const blocked = page.waitForEvent('requestfailed')
  await page.goto('/')
  await expect(photo).toHaveJSProperty('complete', true)
  expect(await photo.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/banner-[\w-]+\.avif$/)
  const weights = await page.evaluate(() => {
    // The browser fetches these when it comes to it, sooner on a large screen.
    const lazy = new Set(
      Array.from(globalThis.document.images, (image) => image.loading === 'lazy' && image.currentSrc),
    )
    return (
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        // A name with letters of Central Europe takes another part of the font.
        .filter(({ name }) => !name.endsWith('.js') && !name.includes('/figtree-ext-') && !lazy.has(name))
        .map((entry) => [entry.name, (entry as PerformanceResourceTiming).transferSize] as const)
    )
  })
  expect(weights.length, weights.join('\n')).toBeLessThanOrEqual(4)
  // Another test checks the page itself, whose size depends on the owner's text.
  const beside = weights.slice(1).reduce((sum, [, bytes]) => sum + bytes, 0)
  expect(beside, weights.join('\n')).toBeLessThanOrEqual(25_000 - 6_300)

  await blocked
  await page.unrouteAll()
  await open(page, '/')
  // The other photos are fetched at the first sign of a visitor.
  await page.mouse.move(200, 300)
  await expect(
    page.getByRole('button', { name: /^Show next photo, (Crane|Quay), .+, 1 of 2$/ }),
  ).toBeVisible()
  await expect(page.getByText('1 of 2')).toBeVisible()

  // On a CDN the same paths lead to the same server.
  const list = (name: string) => readFile(join(folder, name), 'utf8')
  const [headers, redirects] = await Promise.all([list('_headers'), list('_redirects')])
  const cdn = { files: new Map<string, Buffer>(), headers, redirects, prettyUrls: true }
  for (const path of [
    '/api/health/live',
    '/media/1a/x.jpg',
    '/login-with-token/',
    '/cv-download',
    '/backend/api/token/refresh',
  ]) {
    expect(netlifyAnswer(cdn, path)).toEqual({ kind: 'proxy', to: site.url + path })
  }
})
