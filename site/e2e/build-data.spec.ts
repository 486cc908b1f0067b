import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { openSession, type Person } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { open } from './fixtures/page.ts'
import { addDocument, post } from './fixtures/api.ts'
import { builtSite, root } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

/** A site on a separate build, which `build` repeats while the server runs, as its owner does. */
const test = base.extend<{ build: () => Promise<string> }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-dist-'))
    await cp(builtSite, folder, { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true })
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
  const tokens = await openSession(page, staff)
  const { id } = await post(page, tokens, '/api/photos/galleries/', { data: { name: 'page-logos' } })
  for (const title of ['Crane', 'Quay']) {
    const image = await makePhoto(`${title}.jpg`, [40, 90, 160], { width: 1600, height: 1200 })
    const multipart = { image, title, alt_text: title, gallery: String(id) }
    await post(page, tokens, '/api/photos/images/', { multipart })
  }
  await addDocument(page, tokens, { name: 'CV' }, { name: 'CV', is_current: 'true' })
}

test('a build shows banner and CV first @all', async ({ page, site, staff, build, visitor, errors }) => {
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
    page.getByRole('button', { name: /^Show next picture, (Crane|Quay), .+, 1 of 2$/ }),
  ).toBeVisible()
  await expect(page.getByText('1 of 2')).toBeVisible()
})
