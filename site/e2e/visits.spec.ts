import type { BrowserContextOptions, Page } from '@playwright/test'
import { open } from './fixtures/page.ts'
import { createPerson, openSession, signIn, storeTokens } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

/** Makes the browser say that a person uses it. */
const asPerson = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))

test('visits are on the dashboard, but not those of staff and of who objects', async ({
  page,
  visitor,
  staff,
  site,
}) => {
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const person = async (options: BrowserContextOptions = {}) => {
    const opened = await visitor({ userAgent, ...options })
    await asPerson(opened)
    return opened
  }
  const reader = await person()
  // Only the address is of interest: the link of another site leads here.
  await reader.route('http://news.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${site.url}/about">Read</a>` }),
  )
  await reader.goto('http://news.example/item?user=ada')
  const sent = reader.waitForRequest('**/api/visits/')
  await reader.getByRole('link', { name: 'Read' }).click()
  const request = await sent
  expect(request.postDataJSON()).toEqual({ path: '/about', referrer: 'http://news.example/' })
  expect(await request.headerValue('cookie')).toBeNull()
  expect((await request.response())?.status()).toBe(204)
  const next = reader.waitForRequest('**/api/visits/')
  await reader.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  expect((await next).postDataJSON()).toMatchObject({ path: '/terms' })
  expect(await reader.context().cookies()).toEqual([])

  const member = await person()
  await storeTokens(member, await openSession(member, await createPerson(site)))
  const ofMember = member.waitForRequest('**/api/visits/')
  await open(member, '/about')
  expect((await (await ofMember).response())?.status()).toBe(204)

  const uncounted: string[] = []
  for (const objecting of [
    await person({ extraHTTPHeaders: { DNT: '1' } }),
    await visitor(),
    await person({ userAgent: `${userAgent} Chrome-Lighthouse` }),
  ])
    await open(objecting, '/about')
  await asPerson(page)
  page.on('request', (request) => uncounted.push(request.url()))
  await signIn(page, staff)
  await open(page, '/about')

  // Counts are written every five seconds.
  const visits = page.getByRole('region', { name: 'Visits' })
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(visits.getByRole('img', { name: '3 visits in 30 days' })).toBeVisible({ timeout: 5_000 })
    await expect(visits.getByRole('list', { name: 'Pages' }).getByText('/terms')).toBeVisible({ timeout: 1 })
  }).toPass()
  await expect(visits.getByRole('list', { name: 'Pages' }).getByRole('listitem')).toHaveText([
    '/about2',
    '/terms1',
  ])
  await expect(visits.getByRole('list', { name: 'From' }).getByRole('listitem')).toHaveText(['news.example1'])
  expect(uncounted.filter((url) => url.includes('/api/visits/'))).toEqual([])
})
