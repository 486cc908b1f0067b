import type { Page } from '@playwright/test'
import { signIn } from './fixtures/people.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

/* What cannot be loaded is replaced by a message, and loads when the visitor tries again. */

const pageFailure = 'This page could not be shown'

test('a screen whose code does not arrive, and an app that does not', async ({ page, staff, errors }) => {
  errors.expect('net::ERR_FAILED', 'Failed to fetch dynamically imported module')
  await signIn(page, staff)
  await open(page, '/photos')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route('**/assets/document-management.lazy-*.js', (route) => route.abort())
  const manage = page.getByRole('navigation', { name: 'Manage' })
  await manage.getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(pageFailure)
  // A newer build may have been published: its document was asked for, once.
  expect(documents).toEqual(['/documents'])
  await manage.getByRole('link', { name: 'Galleries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage galleries' })).toBeVisible()
  await page.unroute('**/assets/document-management.lazy-*.js')

  await page.route('**/assets/entry-client-*.js', (route) => route.abort())
  await page.goto('/galleries')
  const retry = page.getByRole('link', { name: 'Try again' })
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  await page.unroute('**/assets/entry-client-*.js')
  await retry.click()
  await expect(page.getByText('No galleries created yet.')).toBeVisible()
  await expect(retry).toBeHidden()
})

test('a page that is asked for in a tunnel', async ({ page, context, errors }) => {
  errors.expect('net::ERR_INTERNET_DISCONNECTED', 'Unable to preload CSS')
  await open(page, '/')
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(pageFailure)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
})

const isHydrated = (page: Page) => page.locator('html[data-hydrated]')
const aboutCode = '**/assets/about-*.js'

test('a public page whose code did not arrive is asked for it again', async ({ page, errors }) => {
  errors.expect('net::ERR_FAILED')
  await page.route(aboutCode, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed')
  await page.goto('/about')
  await page.keyboard.press('Shift')
  await lost
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await expect(isHydrated(page)).toHaveCount(0)
  await page.unroute(aboutCode)
  await page.keyboard.press('Shift')
  await expect(isHydrated(page)).toBeAttached()
})

test('a public page whose code is gone with an older build is loaded once more', async ({ page, errors }) => {
  errors.expect('the server responded with a status of 404')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route(aboutCode, (route) => route.fulfill({ status: 404 }))
  await page.goto('/about')
  const press = () => page.keyboard.press('Shift')
  await expect.poll(() => press().then(() => documents)).toEqual(['/about', '/about'])
  for (let failures = 0; failures < 3; failures++) {
    const refused = page.waitForResponse((response) => response.status() === 404)
    await press()
    await refused
  }
  expect(documents).toEqual(['/about', '/about'])
})
