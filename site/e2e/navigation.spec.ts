import type { Page } from '@playwright/test'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** Counts the view transitions that `page` will start. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      performance.mark('transition')
      return start(update)
    }
  })
  return () => page.evaluate(() => performance.getEntriesByName('transition').length)
}

test('a public page fades into the next, which is scrolled to the top and focused', async ({ page }) => {
  const transitions = await countTransitions(page)
  await open(page, '/')
  expect(await transitions()).toBe(0)
  const bar = await page.getByRole('banner').elementHandle()
  await page.evaluate(() => scrollTo(0, 600))
  await link(page, 'About').click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  expect(await transitions()).toBe(1)
  expect(await bar.evaluate((element) => element.isConnected)).toBe(true)
  await expect(link(page, 'About')).toHaveAttribute('aria-current', 'page')

  await page.goBack()
  await expect(page).toHaveTitle(/^[^·]+ · /)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  // There is no transition to a page with another layout.
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await transitions()).toBe(1)
})

test('a host that answers /cv.html shows the CV', async ({ page }) => {
  await page.route('**/cv.html', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('.html', '') })
    await route.fulfill({ response })
  })
  await open(page, '/cv.html')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Bee Error?')
  await expect(page).toHaveURL('/cv')
})

test('for who wants less motion the next page is simply there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const transitions = await countTransitions(page)
  await open(page, '/')
  await page.evaluate(() => scrollTo(0, 600))
  await link(page, 'About').click()
  await expect(page.locator('main')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // A colour that changes under the pointer moves nothing.
  const moving = () =>
    document.getAnimations().filter((animation) => !(animation instanceof CSSTransition)).length
  expect(await page.evaluate(moving)).toBe(0)
  expect(await transitions()).toBe(0)
})

test('in a browser without view transitions the next page is simply there', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'))
  await open(page, '/')
  expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false)
  await link(page, 'About').click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
})

test('a link that is aimed at has its page fetched', async ({ page }) => {
  await open(page, '/')
  const code = page.waitForRequest(/\/assets\/about-[\w-]+\.js/)
  await link(page, 'About').hover()
  await code
  await expect(page).toHaveURL('/')
  const next = page.waitForRequest(/\/assets\/cv-[\w-]+\.js/)
  await link(page, 'CV').focus()
  await next
})

test('a page whose code is gone with an older build comes as a document', async ({ page, errors }) => {
  errors.expect('the server responded with a status of 404')
  await open(page, '/')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  // The server of the newer build names files that are there in the document that it sends.
  let gone = true
  page.on('request', (request) => (gone &&= !request.isNavigationRequest()))
  await page.route(/\/assets\/about-[\w-]+\.js/, (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await link(page, 'About').click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
})
