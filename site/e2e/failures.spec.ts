import { signIn } from './fixtures/people.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

/* A message replaces code that cannot be loaded, and trying again loads it. */

const pageFailure = 'This page could not be shown'

test('a screen or app whose code does not arrive can be retried @all', async ({ page, staff, errors }) => {
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
  // A newer build may have been published: its document was requested once.
  expect(documents).toEqual(['/documents'])
  await manage.getByRole('link', { name: 'Galleries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()
  await page.unroute('**/assets/document-management.lazy-*.js')

  await page.route('**/assets/app-*.js', (route) => route.abort())
  await page.goto('/galleries')
  const retry = page.getByRole('link', { name: 'Try again' })
  await expect(page.getByText('This page could not be loaded.')).toBeVisible()
  await page.unroute('**/assets/app-*.js')
  await retry.click()
  await expect(page.getByText('No galleries created yet.')).toBeVisible()
  await expect(retry).toBeHidden()
})
