import type { Page } from '@playwright/test'
import { publicPages } from './fixtures/content.ts'
import { deferred, open, ready } from './fixtures/page.ts'
import { openSession, signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { expect, test } from './fixtures/test.ts'

/* What runs on the pages to read. */

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const found = publicPages.filter(({ status }) => status === 200)
const typed = (page: Page) => page.locator('[data-phrases] > *')

/** Every script that `page` fetches, with its text. */
function collectScripts(page: Page): Map<string, Promise<string>> {
  const scripts = new Map<string, Promise<string>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.text())
  })
  return scripts
}

/** What only the code of React, of its router and of the query library says. */
const framework = /__reactFiber|react\.transitional\.element|useNavigate|QueryClient/

/** Runs in the page. */
function observeShifts() {
  const shifts: number[] = Object.assign(window, { shifts: [] as number[] }).shifts
  new PerformanceObserver((list) => shifts.push(list.getEntries().length)).observe({ type: 'layout-shift' })
}
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

/** Uses everything a page offers to visitors. */
async function touchEverything(page: Page): Promise<void> {
  await page.mouse.move(200, 300)
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  await page.mouse.wheel(0, 600)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.waitForLoadState('networkidle')
}

test('a public page loads no framework code, signed out or in @all', async ({ page, staff }) => {
  await addPhoto(page, await openSession(page, staff), 'page logos', 'Harbour')
  for (const signedIn of [false, true]) {
    if (signedIn) await signIn(page, staff)
    for (const { path } of found) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.evaluate(() => localStorage.removeItem('theme')).catch(() => undefined)
      const scripts = collectScripts(page)
      await open(page, path)
      if (signedIn) {
        await expect(page.getByRole('banner').getByRole('button', { name: staff.firstName })).toBeVisible()
      } else expect([...scripts.keys()].filter((url) => /account|session/.test(url))).toEqual([])
      await touchEverything(page)
      expect(scripts.size, path).toBeGreaterThan(0)
      for (const [url, text] of scripts) expect(await text, `${path}: ${url}`).not.toMatch(framework)
      page.removeAllListeners('response')
    }
  }
})

test('the heading types, and nothing moves', async ({ page }) => {
  await page.addInitScript(observeShifts)
  await open(page, '/')
  const first = await typed(page).innerText()
  await expect(typed(page)).not.toHaveText(first)
  expect(await shifts(page)).toEqual([])
})

test('nothing moves when the font arrives after the first paint', async ({ page }) => {
  const painted = deferred()
  await page.route('**/figtree-*.woff2', async (route) => {
    await painted.promise
    await route.continue()
  })
  await page.addInitScript(observeShifts)
  const font = page.waitForResponse('**/figtree-*.woff2')
  await page.goto('/', { waitUntil: 'commit' })
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  painted.resolve()
  await (await font).finished()
  await ready(page)
  expect(await shifts(page)).toEqual([])
})

test('content far below is laid out after the load and moves nothing @all', async ({ visitor }) => {
  const page = await visitor(phone)
  const script = deferred()
  await page.route('**/assets/public-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  const last = page.getByRole('region').last().getByRole('listitem').last()
  const isLaidOut = () => last.evaluate((item) => item.checkVisibility({ contentVisibilityAuto: true }))
  await page.goto('/cv', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await isLaidOut()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await isLaidOut()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(isLaidOut).toBe(false)

  await page.evaluate(observeShifts)
  script.resolve()
  await expect.poll(isLaidOut).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await shifts(page)).toEqual([])
})

test('a page follows the session that another tab begins and ends @all', async ({ page, context, staff }) => {
  const other = await context.newPage()
  await other.goto('/about')
  await ready(other)
  await signIn(page, staff)
  const name = other.getByRole('banner').getByRole('button', { name: staff.firstName })
  await expect(name).toBeVisible()
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: staff.firstName }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})
