import type { Page } from '@playwright/test'
import { open, ready } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** Counts the transitions between documents that end on the page. */
async function countTransitions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener('pagereveal', (event) => {
      if ((event as Event & { viewTransition: unknown }).viewTransition) performance.mark('transition')
    })
  })
  return () => page.evaluate(() => performance.getEntriesByName('transition').length)
}

test('a public page fades into the next, which begins at its top', async ({ page }) => {
  const transitions = await countTransitions(page)
  // A busy browser may skip a transition, but not each of them.
  await expect(async () => {
    await open(page, '/')
    await page.evaluate(() => scrollTo(0, 600))
    await link(page, 'About').click()
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await transitions()).toBe(1)
  }).toPass()
  await expect(link(page, 'About')).toHaveAttribute('aria-current', 'page')

  await page.goBack()
  await expect(page).toHaveTitle(/^[^·]+ · /)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('for who wants less motion the next page is simply there', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const transitions = await countTransitions(page)
  await open(page, '/')
  await page.evaluate(() => scrollTo(0, 600))
  await link(page, 'About').click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  // A colour that changes under the pointer moves nothing.
  const moving = () =>
    document.getAnimations().filter((animation) => !(animation instanceof CSSTransition)).length
  expect(await page.evaluate(moving)).toBe(0)
  expect(await transitions()).toBe(0)
})

test('the header of the app follows its links without another document, and those to public pages with one', async ({
  page,
  staff,
}) => {
  await signIn(page, staff)
  await open(page, '/profile')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const isSameDocument = () => page.evaluate(() => 'sameDocument' in window)
  await link(page, 'Dashboard').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome back')
  await expect(link(page, 'Dashboard')).toHaveAttribute('aria-current', 'page')
  expect(await isSameDocument()).toBe(true)
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Galleries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()
  await expect(link(page, 'Dashboard')).toHaveAttribute('aria-current', 'true')
  await link(page, 'About').click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  expect(await isSameDocument()).toBe(false)
  await page.goBack()
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()
})

test('a link that is aimed at has its screen fetched', async ({ page, staff }) => {
  await signIn(page, staff)
  await open(page, '/profile')
  const code = page.waitForRequest(/\/assets\/dashboard-screen\.lazy-[\w-]+\.js/)
  await link(page, 'Dashboard').hover()
  await code
  await expect(page).toHaveURL('/profile')
})

test('a screen whose code is gone with an older build comes as a document', async ({
  page,
  staff,
  errors,
}) => {
  errors.expect('the server responded with a status of 404')
  await signIn(page, staff)
  await open(page, '/dashboard')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  // The document of the newer build names existing files.
  let gone = true
  page.on('request', (request) => (gone &&= !request.isNavigationRequest()))
  await page.route(/\/assets\/document-management[\w.-]+\.js/, (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
})
