import type { Page } from '@playwright/test'
import {
  accessToken,
  createPerson,
  openSession,
  signIn,
  storedTokens,
  storeTokens,
  type Person,
} from './fixtures/people.ts'
import { deferred, open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const refused = 'the server responded with a status of 401'
const unreachable = 'net::ERR_CONNECTION_REFUSED'

const form = (page: Page) => ({
  email: page.getByLabel('E-mail'),
  password: page.getByLabel('Password', { exact: true }),
  submit: page.getByRole('button', { name: 'Sign in' }),
})

async function fillIn(page: Page, { email, password }: Person): Promise<void> {
  await form(page).email.fill(email)
  await form(page).password.fill(password)
}

const nameButton = (page: Page, { firstName }: Person) => page.getByRole('button', { name: firstName })

async function remembered(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'refreshToken')
}

/** The paths of the session renewals that `page` asks for from now on. */
function renewals(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/token/refresh/')) paths.push(pathname)
  })
  return paths
}

test.describe('signing in', () => {
  for (const path of ['/login', '/signin']) {
    test(`at ${path} leads to the front page`, async ({ page, staff }) => {
      await page.goto(path)
      await fillIn(page, staff)
      await form(page).submit.click()
      await page.waitForURL('/')
      await expect(nameButton(page, staff)).toBeVisible()
      expect(Object.values(await storedTokens(page))).not.toContain(null)
      expect(await remembered(page)).toBeUndefined()
    })
  }

  test("shows the server's message for a wrong password and keeps the fields", async ({
    page,
    staff,
    errors,
  }) => {
    errors.expect(refused)
    await page.goto('/login')
    await fillIn(page, { ...staff, password: 'walrus wrong' })
    await form(page).submit.click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('No active account found with the given credentials')
    await expect(alert).toBeFocused()
    await expect(form(page).email).toHaveAttribute('aria-invalid', 'true')
    await expect(form(page).password).toHaveAttribute('aria-invalid', 'true')
    await expect(form(page).email).toHaveValue(staff.email)
    await expect(page).toHaveURL('/login')
    expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
  })

  test('takes no second press while the first is under way', async ({ page, staff }) => {
    const answer = deferred()
    const methods: string[] = []
    await page.route('**/api/users/login/', async (route) => {
      methods.push(route.request().method())
      await answer.promise
      await route.continue()
    })
    await page.goto('/login')
    await fillIn(page, staff)
    await form(page).submit.click()
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
    await form(page).password.press('Enter')
    answer.resolve()
    await page.waitForURL('/')
    expect(methods).toEqual(['POST'])
  })

  test('with Remember me keeps the refresh token in a cookie for 30 days', async ({ page, staff }) => {
    await page.goto('/login')
    await fillIn(page, staff)
    await page.getByLabel('Remember me').check()
    await form(page).submit.click()
    await page.waitForURL('/')
    const { refresh } = await storedTokens(page)
    const cookie = await remembered(page)
    expect(cookie).toMatchObject({ value: refresh, path: '/', sameSite: 'Lax' })
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 60 * 60)
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('lets the password be seen and hidden again', async ({ page, staff }) => {
    await page.goto('/login')
    await fillIn(page, staff)
    const toggle = page.getByRole('button', { name: 'Show password' })
    for (const [pressed, type] of [
      ['false', 'password'],
      ['true', 'text'],
      ['false', 'password'],
    ] as const) {
      await expect(toggle).toHaveAttribute('aria-pressed', pressed)
      await expect(form(page).password).toHaveAttribute('type', type)
      await toggle.click()
    }
    await expect(form(page).password).toHaveValue(staff.password)
  })

  test('needs both fields', async ({ page }) => {
    await page.goto('/login')
    await form(page).submit.click()
    await expect(form(page).email).toBeFocused()
    await form(page).email.fill('noor')
    await form(page).submit.click()
    expect(await form(page).email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(
      true,
    )
  })

  test('never leads to another site', async ({ page, site, staff }) => {
    await page.goto('/login?next=//example.test/')
    await fillIn(page, staff)
    await form(page).submit.click()
    await page.waitForURL('/')
    expect(new URL(page.url()).origin).toBe(site.url)
  })
})

test('signing out ends the session here, in other tabs and on the server', async ({
  page,
  context,
  staff,
}) => {
  await page.goto('/login')
  await fillIn(page, staff)
  await page.getByLabel('Remember me').check()
  await form(page).submit.click()
  await page.waitForURL('/')
  expect(await remembered(page)).toBeDefined()
  const tokens = await storedTokens(page)
  const bearer = { headers: { Authorization: `Bearer ${tokens.access ?? ''}` } }
  expect((await page.request.get('/api/users/profile/', bearer)).status()).toBe(200)
  const other = await context.newPage()
  await open(other, '/about')
  await expect(nameButton(other, staff)).toBeVisible()

  await nameButton(page, staff).click()
  const answered = page.waitForResponse('**/api/users/logout/')
  await page.getByRole('list', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }).click()
  expect((await answered).status()).toBe(204)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
  expect(await remembered(page)).toBeUndefined()

  const refresh = await page.request.post('/api/token/refresh/', { data: { refresh: tokens.refresh } })
  expect(refresh.status()).toBe(401)
  expect((await page.request.get('/api/users/profile/', bearer)).status()).toBe(401)
})

test.describe('a staff screen', () => {
  test('sends a stranger to the sign-in screen and back here afterwards', async ({ page, staff }) => {
    await open(page, '/about')
    await page.goto('/photos')
    await page.waitForURL('/signin')
    await fillIn(page, staff)
    await form(page).submit.click()
    await page.waitForURL('/photos')
    await expect(page.getByRole('heading', { name: 'Photos' })).toBeVisible()
  })

  test('takes its place in the history, so that Back leaves', async ({ page }) => {
    await open(page, '/about')
    await page.goto('/photos')
    await page.waitForURL('/signin')
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  test('sends signed-in others to the front page', async ({ page, site, errors }) => {
    errors.expect('Access Denied: User is not a superuser.')
    await signIn(page, await createPerson(site))
    for (const path of ['/dashboard', '/photos', '/admin/photos']) {
      await page.goto(path)
      await page.waitForURL('/')
      await expect(page.locator('photo-banner')).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  })

  test('names the reason for waiting', async ({ page, staff }) => {
    await signIn(page, staff)
    const answer = deferred()
    await page.route('**/api/users/profile/', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    await expect(page.getByText('Loading Authentication...')).toBeVisible()
    await expect(page.getByText('Loading Application...')).toBeVisible()
    answer.resolve()
    await expect(page.getByRole('heading', { name: `Welcome back, ${staff.firstName}` })).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
  })
})

test.describe('a stored session', () => {
  test('is checked while the page can be read', async ({ page, staff }) => {
    await signIn(page, staff)
    const answer = deferred()
    await page.route('**/api/users/profile/', async (route) => {
      await answer.promise
      await route.continue()
    })
    await open(page, '/about')
    await expect(page.getByRole('banner').getByText('Loading...', { exact: true })).toBeVisible()
    await expect(page.getByText('Loading Application...')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    answer.resolve()
    await expect(nameButton(page, staff)).toBeVisible()
    await expect(page.getByText('Loading')).toHaveCount(0)
  })

  test('that has run out is renewed in silence', async ({ page, staff }) => {
    const { refresh } = await openSession(page, staff)
    const ended = accessToken({ secondsLeft: -60 })
    await storeTokens(page, { access: ended, refresh })
    const paths = renewals(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: `Welcome back, ${staff.firstName}` })).toBeVisible()
    expect(paths).toEqual(['/backend/api/token/refresh/'])
    expect((await storedTokens(page)).access).not.toBe(ended)
  })

  test('whose token the server refuses is renewed, and the request made again', async ({
    page,
    staff,
    errors,
  }) => {
    errors.expect(refused)
    const { refresh } = await openSession(page, staff)
    await storeTokens(page, { access: accessToken({ secondsLeft: 600 }), refresh })
    const paths = renewals(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: `Welcome back, ${staff.firstName}` })).toBeVisible()
    expect(paths).toEqual(['/api/token/refresh/'])
  })

  test('renewed by two tabs at once continues in both', async ({ page, context, staff }) => {
    const { refresh } = await openSession(page, staff)
    await storeTokens(page, { access: accessToken({ secondsLeft: -60 }), refresh })
    const other = await context.newPage()
    await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')])
    for (const tab of [page, other]) {
      await expect(tab.getByRole('heading', { name: `Welcome back, ${staff.firstName}` })).toBeVisible()
    }
    for (const tab of [page, other]) {
      await tab.reload()
      await expect(tab.getByRole('heading', { name: `Welcome back, ${staff.firstName}` })).toBeVisible()
    }
  })

  test('survives a server that cannot be reached', async ({ page, staff, errors }) => {
    errors.expect(unreachable, 'The session check failed', 'Error fetching profile')
    const tokens = await signIn(page, staff)
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await open(page, '/about')
    await expect(page.getByRole('banner').getByText('Offline')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await storedTokens(page)).toEqual(tokens)
    await page.unroute('**/api/**')
    await page.reload()
    await expect(nameButton(page, staff)).toBeVisible()
  })

  test('ended by the server keeps a public page open', async ({ page, staff, errors }) => {
    errors.expect(refused, 'The session check failed', 'Error fetching profile')
    const { refresh } = await signIn(page, staff)
    expect((await page.request.post('/api/users/logout/', { data: { refresh } })).status()).toBe(204)
    await open(page, '/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
    await expect(page).toHaveURL('/about')
  })
})
