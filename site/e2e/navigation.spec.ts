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

test('a public page fades into the next unless motion is reduced @all', async ({ page }) => {
  const transitions = await countTransitions(page)
  const leaveScrolled = async () => {
    await open(page, '/')
    await page.evaluate(() => scrollTo(0, 600))
    await link(page, 'About').click()
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  // A busy browser may skip a transition, but not each of them.
  await expect(async () => {
    await leaveScrolled()
    expect(await transitions()).toBe(1)
  }).toPass()
  await expect(link(page, 'About')).toHaveAttribute('aria-current', 'page')

  await page.goBack()
  await expect(page).toHaveTitle(/^[^·]+ · /)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await leaveScrolled()
  // A colour that changes under the pointer moves nothing.
  const moving = () =>
    document.getAnimations().filter((animation) => !(animation instanceof CSSTransition)).length
  expect(await page.evaluate(moving)).toBe(0)
  expect(await transitions()).toBe(0)
})

test('only public pages and newer builds need another document', async ({ page, staff, errors }) => {
  await signIn(page, staff)
  await open(page, '/profile')
  const mark = () => page.evaluate(() => void Object.assign(window, { sameDocument: true }))
  const isSameDocument = () => page.evaluate(() => 'sameDocument' in window)
  const manage = page.getByRole('navigation', { name: 'Manage' })
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await mark()

  await test.step('hovering over a link fetches its screen', async () => {
    const code = page.waitForRequest(/\/assets\/dashboard-screen\.lazy-[\w-]+\.js/)
    await link(page, 'Dashboard').hover()
    await code
    await expect(page).toHaveURL('/profile')
  })

  await test.step('only a link to a public page loads another document', async () => {
    await link(page, 'Dashboard').click()
    await expect(title('Welcome back')).toBeVisible()
    await expect(link(page, 'Dashboard')).toHaveAttribute('aria-current', 'page')
    expect(await isSameDocument()).toBe(true)
    await manage.getByRole('link', { name: 'Galleries' }).click()
    await expect(title('Galleries')).toBeVisible()
    await expect(link(page, 'Dashboard')).toHaveAttribute('aria-current', 'true')
    await link(page, 'About').click()
    await expect(title('About')).toBeVisible()
    expect(await isSameDocument()).toBe(false)
    await page.goBack()
    await ready(page)
    await expect(title('Galleries')).toBeVisible()
  })

  await test.step('a screen whose code belongs to an older build is loaded as a document', async () => {
    errors.expectFromNow('the server responded with a status of 404')
    await mark()
    // The document of the newer build names existing files.
    let gone = true
    page.on('request', (request) => (gone &&= !request.isNavigationRequest()))
    await page.route(/\/assets\/document-management[\w.-]+\.js/, (route) =>
      gone ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await manage.getByRole('link', { name: 'Documents' }).click()
    await expect(title('Documents')).toBeVisible()
    await expect.poll(isSameDocument).toBe(false)
  })
})
