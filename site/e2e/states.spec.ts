import type { Page, Route } from '@playwright/test'
import { publicPages } from './fixtures/content.ts'
import {
  accessToken,
  createPerson,
  openSession,
  signIn,
  storedTokens,
  type Person,
  type Tokens,
} from './fixtures/people.ts'
import { deferred, horizontalOverflow, open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

/*
 * In every state of the visitor and the API, each public page works: the fixture `errors` fails the test
 * for console errors and violations of the content security policy.
 */

const api = /\/(api|backend)\//
const notFound = 'the server responded with a status of 404'
const refused = 'net::ERR_CONNECTION_REFUSED'

/** The status messages and alerts of a page, and the names of its disabled buttons. */
async function messages(page: Page): Promise<string[]> {
  const notes = page.locator('[role=status]:not(.visually-hidden), [role=alert], [aria-disabled=true]')
  return (await notes.allInnerTexts()).map((text) => text.trim()).filter(Boolean)
}

/** The messages of each page while the API does not work. */
const errorMessages: Record<string, string[]> = {
  '/': ['Failed to load banner images.'],
  '/cv': ['CV Unavailable', 'Failed to load current CV. Please try again later or contact the owner.'],
}

/** Opens every public page and runs `check` on each. The page that is not found has no bar. */
async function visitAll(page: Page, check: (path: string, hasBar: boolean) => Promise<void>): Promise<void> {
  for (const { path, heading, status } of publicPages) {
    await test.step(path, async () => {
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await check(path, status === 200)
    })
  }
}

/** Stores `tokens` before each document is loaded, as if no earlier page had checked them. */
async function startWith(page: Page, tokens: Partial<Tokens>): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value)
  }, Object.entries(tokens))
}

const bar = (page: Page) => page.getByRole('banner')
const stranger = (page: Page) => bar(page).getByRole('link', { name: 'Register' })

/** Checks that the header, if the page has one, shows who is signed in and that many links to the dashboard. */
async function showsPerson(page: Page, hasBar: boolean, person: Person, dashboards: 0 | 1): Promise<void> {
  if (hasBar) {
    await expect(bar(page).getByRole('button', { name: person.firstName })).toBeVisible()
    await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toHaveCount(dashboards)
  }
  await expect(page.getByText('Loading')).toHaveCount(0)
}

test('a stranger, a visitor, and staff @all', async ({ page, visitor, site, staff, errors }) => {
  errors.expect(notFound)
  await visitAll(page, async (path, hasBar) => {
    if (hasBar) await expect(stranger(page)).toBeVisible()
    if (path === '/cv') await expect(page.getByText('No Current CV Found')).toBeVisible()
    expect(await messages(page)).toEqual(path === '/cv' ? ['No Current CV Found'] : [])
  })

  await test.step('a visitor who is signed in', async () => {
    const person = await createPerson(site)
    await signIn(page, person)
    await visitAll(page, (_, hasBar) => showsPerson(page, hasBar, person, 0))
  })

  await test.step('staff with an expired access token that can be renewed', async () => {
    const other = await visitor()
    const { refresh } = await openSession(other, staff)
    await startWith(other, { access: accessToken({ secondsLeft: -60 }), refresh })
    await visitAll(other, (_, hasBar) => showsPerson(other, hasBar, staff, 1))
  })
})

test('expired, malformed and forged tokens end the session @all', async ({ visitor, errors }) => {
  errors.expect(notFound)
  const endsWith = (what: string, tokens: Partial<Tokens>) =>
    test.step(what, async () => {
      const page = await visitor()
      await startWith(page, tokens)
      await visitAll(page, async (_, hasBar) => {
        // A page without the header makes no session check.
        if (!hasBar) return
        await expect(stranger(page)).toBeVisible()
        await expect.poll(() => storedTokens(page)).toEqual({ access: null, refresh: null })
      })
    })
  await endsWith('run out', { access: accessToken({ secondsLeft: -60 }) })
  await endsWith('malformed', { access: 'a walrus', refresh: 'another' })
  errors.expectFromNow(
    'the server responded with a status of 401',
    'Error fetching profile',
    'session check failed',
  )
  await endsWith('forged', { access: accessToken({ secondsLeft: 600 }), refresh: 'another' })
})

const answers: { how: string; answer: (route: Route) => Promise<void>; expected?: string }[] = [
  {
    how: 'answers with a page',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Welcome</p>' }),
  },
  { how: 'cannot be reached', answer: (route) => route.abort('connectionrefused'), expected: refused },
  {
    how: 'has failed',
    answer: (route) => route.fulfill({ status: 500, json: { detail: 'Internal server error.' } }),
    expected: 'the server responded with a status of 500',
  },
]

test('an API that does not work shows messages instead of its content @all', async ({ page, errors }) => {
  errors.expect(notFound)
  for (const { how, answer, expected } of answers) {
    await test.step(`an API that ${how}`, async () => {
      if (expected) errors.expect(expected)
      await page.route(api, answer)
      await visitAll(page, async (path, hasBar) => {
        if (hasBar) await expect(stranger(page)).toBeVisible()
        await expect.poll(() => messages(page)).toEqual(errorMessages[path] ?? [])
      })
      expect(errors.problems()).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})

test('an API that is away for a while, with a session @all', async ({ page, staff, errors }) => {
  errors.expect(notFound, refused, 'Error fetching profile', 'session check failed')
  const tokens = await signIn(page, staff)
  await page.route(api, (route) => route.abort('connectionrefused'))
  await visitAll(page, async (path, hasBar) => {
    if (hasBar) await expect(bar(page).getByRole('link', { name: /^(Register|Login)$/ })).toHaveCount(0)
    const offline = hasBar ? ['Offline'] : []
    await expect.poll(() => messages(page)).toEqual([...offline, ...(errorMessages[path] ?? [])])
  })
  expect(await storedTokens(page)).toEqual(tokens)
  await page.unrouteAll({ behavior: 'wait' })
  await open(page, '/about')
  await expect(bar(page).getByRole('button', { name: staff.firstName })).toBeVisible()
})

test('an API that is away for a while, for staff at their work @all', async ({ page, staff, errors }) => {
  const away = 'the server responded with a status of 502'
  errors.expect(away, 'Error fetching profile', 'session check failed')
  const tokens = await signIn(page, staff)
  await page.route(api, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }))
  await page.goto('/galleries')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
  await expect(bar(page).getByText('Offline')).toBeVisible()
  expect(await storedTokens(page)).toEqual(tokens)
  expect(await horizontalOverflow(page)).toEqual([])

  // By the keyboard alone; the button keeps the focus while it is of no use.
  const retry = main.getByRole('button', { name: 'Try again' })
  await retry.focus()
  const answered = page.waitForResponse((response) => response.status() === 502)
  await page.keyboard.press('Enter')
  await answered
  await expect(retry).toBeFocused()

  // Without a press: the check repeats automatically.
  await page.unrouteAll({ behavior: 'wait' })
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Galleries')
  await expect(bar(page).getByRole('button', { name: staff.firstName })).toBeVisible()
  await expect(page.getByText('Offline')).toHaveCount(0)
})

test('an API that takes its time, for staff @all', async ({ page, staff, errors }) => {
  errors.expect(notFound)
  await signIn(page, staff)
  for (const { path, heading, status } of publicPages) {
    await test.step(path, async () => {
      const answers = deferred()
      await page.route(api, async (route) => {
        await answers.promise
        await route.continue()
      })
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText('Loading Application...')).toHaveCount(0)
      if (status === 200) await expect(bar(page).getByText('Loading...')).toBeVisible()
      if (path === '/cv') await expect(page.getByRole('button', { name: 'Loading CV...' })).toBeVisible()
      answers.resolve()
      await showsPerson(page, status === 200, staff, 1)
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})
