import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { oneTimeToken, storedTokens, type Person } from './fixtures/people.ts'
import { collectReferrers } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const welcome = (page: Page, { firstName }: Person) =>
  page.getByRole('heading', { name: `Welcome, ${firstName}` })

test('a link from the app works once, without history', async ({ page, visitor, staff, site, errors }) => {
  const token = await oneTimeToken(site, staff)
  const addresses: string[] = []
  const sentReferrers = collectReferrers(page)
  await page.route('**/login-with-token/', async (route) => {
    addresses.push(await page.evaluate(() => location.pathname + location.search))
    await route.continue()
  })
  const sent = page
    .waitForRequest('**/login-with-token/')
    .then((request) => request.headerValue('X-CSRFToken'))
  await page.goto(`/app-login?token=${token}`)
  await expect(welcome(page, staff)).toBeVisible()
  await expect(page).toHaveURL('/welcome')
  await checkAccessibility(page)
  // The token leaves the address before any request, and no request contains it.
  expect(addresses).toEqual(['/app-login'])
  expect((await sentReferrers()).filter((line) => line.includes(token))).toEqual([])
  // Nothing had set the cookie before: the browser has never been here.
  expect(await sent).toMatch(/^[0-9a-f]{32}$/)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
    ['csrftoken', false, 'Lax'],
    // With it staff see the pages of a private site.
    ['preview', true, 'Lax'],
  ])
  expect(cookies[0]).toMatchObject({ value: await sent, path: '/', secure: false })
  expect(Object.values(await storedTokens(page))).not.toContain(null)
  await page.reload()
  await expect(welcome(page, staff)).toBeVisible()
  // Going back does not lead to it either.
  await page.goBack()
  expect(page.url()).not.toContain('token')
  errors.expectFromNow('the server responded with a status of 401')
  const thief = await visitor()
  await thief.goto(`/app-login?token=${token}`)
  await thief.waitForURL('/login-failed')
  const alert = thief.getByRole('alert')
  await expect(alert).toHaveText('Token login failed, Try to refresh the browser and retry: 401 Unauthorized')
  await expect(alert).toBeFocused()
  await checkAccessibility(thief)
  expect(await storedTokens(thief)).toEqual({ access: null, refresh: null })
  await thief.getByRole('link', { name: 'Sign in' }).click()
  await thief.waitForURL('/signin')
})

/** Makes the page believe that it is in the native app's shell, started by `link`, if any. */
async function shell(page: Page, link: string): Promise<void> {
  await page.addInitScript((url) => {
    const listeners: ((opened: { url: string }) => void)[] = []
    Object.assign(window, {
      openApp: (opened: string) => {
        listeners.forEach((listener) => listener({ url: opened }))
        return listeners.length > 0
      },
      Capacitor: {
        Plugins: {
          App: {
            addListener: (_event: string, listener: (opened: { url: string }) => void) => {
              listeners.push(listener)
              return { remove: () => Promise.resolve() }
            },
            getLaunchUrl: () => Promise.resolve(url === '' ? undefined : { url }),
          },
        },
      },
    })
  }, link)
}

test('a link opens the native app; browsers load none of it @all', async ({ page, visitor, staff, site }) => {
  await shell(page, `portfolio://app-login?token=${await oneTimeToken(site, staff)}`)
  await page.goto('/')
  await expect(welcome(page, staff)).toBeVisible()
  // The link is used up; the session stays.
  await page.goto('/about')
  await expect(page.getByRole('button', { name: staff.firstName })).toBeVisible()
  await expect(page).toHaveURL('/about')

  const running = await visitor()
  await shell(running, '')
  await running.goto('/about')
  const link = `${site.url}/app-login?token=${await oneTimeToken(site, staff)}`
  const open = (url: string) => (window as unknown as { openApp: (url: string) => boolean }).openApp(url)
  await expect.poll(() => running.evaluate(open, link)).toBe(true)
  await expect(welcome(running, staff)).toBeVisible()

  await test.step('an ordinary browser loads nothing for the native app', async () => {
    const ordinary = await visitor()
    const urls: string[] = []
    ordinary.on('request', (request) => urls.push(request.url()))
    await ordinary.goto('/login')
    await expect(ordinary.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(urls.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(1)
    expect(urls.filter((url) => url.includes('native'))).toEqual([])
  })
})
