import type { Page } from '@playwright/test'
import { content } from './fixtures/content.ts'
import { deferred, hydrated } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Opens `path` as a reader, who touches nothing, and waits for the small script. */
async function read(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html[data-enhanced]')).toBeAttached()
}

/** Whether React has begun to work on the page. */
const isAppRunning = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react')),
  )

const typed = (page: Page) => page.locator('[data-phrases] > *')

test('for a reader the app is fetched and does not run, while the heading types', async ({ page }) => {
  const app = page.waitForResponse(/\/assets\/entry-client-[\w-]+\.js/)
  await read(page, '/')
  await (await app).finished()
  const first = await typed(page).innerText()
  await expect(typed(page)).not.toHaveText(first)
  expect(await isAppRunning(page)).toBe(false)

  // What is in the cache is not fetched again for whoever moves.
  await hydrated(page)
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(entry-client|home-page)-[\w-]+\.js$/.test(name))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize > 0),
  )
  expect(fetched.filter(Boolean)).toHaveLength(2)
})

for (const { sign, give } of [
  { sign: 'pointer that moves', give: (page: Page) => page.mouse.move(200, 300) },
  { sign: 'touch', give: (page: Page) => page.touchscreen.tap(200, 400) },
  { sign: 'key', give: (page: Page) => page.keyboard.press('Shift') },
  { sign: 'scroll', give: (page: Page) => page.mouse.wheel(0, 200) },
  { sign: 'focus', give: (page: Page) => page.locator('main a').first().focus() },
]) {
  test(`a ${sign} runs the app`, async ({ visitor }) => {
    const page = await visitor(phone)
    await read(page, '/cv')
    expect(await isAppRunning(page)).toBe(false)
    await give(page)
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
  })
}

test('a stored token runs the app at once', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('refresh', 'something'))
  await page.goto('/about')
  await expect(page.locator('html[data-hydrated]')).toBeAttached()
})

test('the app goes on with the typing where it is, and moves nothing', async ({ page }) => {
  await page.addInitScript(() => {
    const texts: string[] = Object.assign(window, { texts: [] as string[] }).texts
    const shifts: number[] = Object.assign(window, { shifts: [] as number[] }).shifts
    addEventListener('DOMContentLoaded', () => {
      const typed = document.querySelector('[data-phrases] > *')
      if (typed) new MutationObserver(() => texts.push(typed.textContent)).observe(typed, { childList: true })
    })
    new PerformanceObserver((list) => shifts.push(list.getEntries().length)).observe({ type: 'layout-shift' })
  })
  await read(page, '/')
  const count = () => page.evaluate(() => (window as unknown as { texts: string[] }).texts.length)
  await expect.poll(count).toBeGreaterThan(2)
  await hydrated(page)
  const before = await count()
  await expect.poll(count).toBeGreaterThan(before + 5)
  const { texts, shifts } = await page.evaluate(() => {
    const { texts, shifts } = window as unknown as { texts: string[]; shifts: number[] }
    return { texts, shifts }
  })
  // A phrase that stays in full, or a first letter, is drawn twice.
  const steps = texts.slice(1).map((text, index) => Math.abs(text.length - (texts[index] ?? '').length))
  expect(Math.max(...steps)).toBe(1)
  expect(shifts).toEqual([])
})

test('what is far below the screen is laid out when the page comes to life, and moves nothing', async ({
  visitor,
}) => {
  const page = await visitor(phone)
  const script = deferred()
  await page.route('**/assets/enhance-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  const last = page.getByRole('region').last().getByRole('listitem').last()
  const isLaidOut = () => last.evaluate((item) => item.checkVisibility({ contentVisibilityAuto: true }))
  await page.goto('/cv#site-links')
  expect(await isLaidOut()).toBe(true)
  await expect(page.getByRole('navigation', { name: 'Site' })).toBeInViewport()
  await page.goto('/cv')
  expect(await isLaidOut()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await isLaidOut()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(isLaidOut).toBe(false)

  await page.evaluate(() => {
    const shifts: number[] = Object.assign(window, { shifts: [] as number[] }).shifts
    new PerformanceObserver((list) => shifts.push(list.getEntries().length)).observe({ type: 'layout-shift' })
  })
  script.resolve()
  await expect.poll(isLaidOut).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
})

test('the bar answers a first touch while the app is on its way', async ({ visitor }) => {
  const page = await visitor(phone)
  await page.route('**/assets/entry-client-*.js', () => undefined)
  await read(page, '/about')
  await page.getByRole('button', { name: 'Use dark theme' }).tap()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Register' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).press('Enter')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  await page.evaluate(() => scrollTo(0, 100))
  await expect(page.getByRole('banner')).toHaveAttribute('data-scrolled')
  expect(await isAppRunning(page)).toBe(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the first tap on the banner steps on', async ({ visitor, site }) => {
  await site.command(['demo'])
  const page = await visitor(phone)
  const stepped = page.getByRole('button', { name: /^Show next picture, .* 2 of \d+$/ })
  await read(page, '/')
  await page.locator('[data-action=step]').tap()
  await expect(stepped).toBeVisible()
})

test('a menu that was opened before the app ran stays open, and is the app’s then', async ({ visitor }) => {
  const page = await visitor(phone)
  await read(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await hydrated(page)
  await expect(menu).toBeVisible()
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await menu.getByRole('link', { name: 'About' }).tap()
  await expect(page).toHaveURL('/about')
  await expect(menu).toBeHidden()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('what the API knows comes for readers, too, and the app takes it over', async ({
  page,
  site,
  errors,
}) => {
  await site.command(['demo'])
  await read(page, '/')
  await expect(page.locator('[data-first-picture] img')).toBeVisible()
  await read(page, '/cv')
  await expect(page.getByRole('link', { name: 'Download CV (Current)' })).toBeVisible()
  expect(await isAppRunning(page)).toBe(false)
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'Download CV (Current)' })).toBeVisible()

  await read(page, '/')
  await expect(page.locator('[data-first-picture] img')).toBeVisible()
  await hydrated(page)
  await expect(page.getByRole('button', { name: /^Show next picture, .* 1 of \d+$/ })).toBeVisible()
  await expect(page.locator('[data-first-picture] img')).toBeHidden()

  errors.expect('the server responded with a status of 500')
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: {} }))
  await read(page, '/')
  await expect(page.getByText('Failed to load banner images.')).toBeVisible()
  await expect(page.getByText(content.initials, { exact: true })).toBeVisible()
  await read(page, '/cv')
  await expect(
    page.getByText('Failed to load current CV. Please try again later or contact the owner.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'CV Unavailable' })).toBeVisible()
  expect(await isAppRunning(page)).toBe(false)
})
