import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import {
  accessToken,
  openSession,
  signIn,
  storedTokens,
  storeTokens,
  type Person,
} from './fixtures/people.ts'
import { deferred, open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

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
const welcomeBack = (page: Page, { firstName }: Person) =>
  page.getByRole('heading', { name: `Welcome back, ${firstName}` })
const loginLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' })

async function remembered(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'refreshToken')
}

/** Opens and closes the account menu by keys and clicks. It is a list, not an ARIA menu. */
async function useMenu(page: Page, person: Person): Promise<void> {
  const button = nameButton(page, person)
  const menu = page.getByRole('list', { name: 'Account' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await expect(page.locator('[role=menu], [role=menuitem], [aria-haspopup=menu]')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  for (const item of await menu.getByRole('listitem').locator('> *').all()) {
    await page.keyboard.press('Tab')
    await expect(item).toBeFocused()
  }
  await expect(menu).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  await button.click()
  await expect(menu).toBeHidden()
}

/** Delays the answers with the profile until the returned function is called. */
async function holdProfile(page: Page): Promise<() => void> {
  const answer = deferred()
  await page.route('**/api/users/profile/', async (route) => {
    await answer.promise
    await route.continue()
  })
  return answer.resolve
}

test('the sign-in form needs both fields, reports errors, is sent once', async ({ page, staff, errors }) => {
  await page.goto('/login')
  const { email, password, submit } = form(page)
  await expect(submit).toBeVisible()
  await checkAccessibility(page)

  await test.step('needs both fields', async () => {
    await submit.click()
    await expect(email).toBeFocused()
    await email.fill('noor')
    await submit.click()
    expect(await email.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
  })

  await test.step('shows and hides the password', async () => {
    await fillIn(page, { ...staff, password: 'walrus wrong' })
    const toggle = page.getByRole('button', { name: 'Show password' })
    for (const [pressed, type] of [
      ['false', 'password'],
      ['true', 'text'],
      ['false', 'password'],
    ] as const) {
      await expect(toggle).toHaveAttribute('aria-pressed', pressed)
      await expect(password).toHaveAttribute('type', type)
      await toggle.click()
    }
    await expect(password).toHaveValue('walrus wrong')
  })

  await test.step("shows the server's message for a wrong password and keeps the fields", async () => {
    errors.expectFromNow('the server responded with a status of 401')
    await submit.click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('No active account found with the given credentials')
    await checkAccessibility(page)
    await expect(alert).toBeFocused()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toHaveValue(staff.email)
    await expect(page).toHaveURL('/login')
    expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
  })

  await test.step('ignores a second press while the request is pending', async () => {
    const answer = deferred()
    const methods: string[] = []
    await page.route('**/api/users/login/', async (route) => {
      methods.push(route.request().method())
      await answer.promise
      await route.continue()
    })
    await password.fill(staff.password)
    await submit.click()
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
    await password.press('Enter')
    answer.resolve()
    await page.waitForURL('/')
    expect(methods).toEqual(['POST'])
    await expect(nameButton(page, staff)).toBeVisible()
    expect(Object.values(await storedTokens(page))).not.toContain(null)
    expect(await remembered(page)).toBeUndefined()
  })
})

test('a remembered session ends when signed out in any tab @all', async ({ page, context, site, staff }) => {
  // It never leads to another site.
  await page.goto('/signin?next=//example.test/')
  await fillIn(page, staff)
  await page.getByLabel('Remember me').check()
  await form(page).submit.click()
  await page.waitForURL('/')
  expect(new URL(page.url()).origin).toBe(site.url)
  await expect(nameButton(page, staff)).toBeVisible()
  const tokens = await storedTokens(page)
  const cookie = await remembered(page)
  expect(cookie).toMatchObject({ value: tokens.refresh, path: '/', sameSite: 'Lax' })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 60 * 60)
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThanOrEqual(30)
  const bearer = { headers: { Authorization: `Bearer ${tokens.access ?? ''}` } }
  expect((await page.request.get('/api/users/profile/', bearer)).status()).toBe(200)
  const other = await context.newPage()
  await open(other, '/about')
  await expect(nameButton(other, staff)).toBeVisible()
  await test.step('the account menu works with the keyboard', () => useMenu(other, staff))

  await nameButton(page, staff).click()
  const answered = page.waitForResponse('**/api/users/logout/')
  await page.getByRole('list', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }).click()
  expect((await answered).status()).toBe(204)
  for (const tab of [page, other]) await expect(loginLink(tab)).toBeVisible()
  expect(await storedTokens(page)).toEqual({ access: null, refresh: null })
  expect(await remembered(page)).toBeUndefined()

  const refresh = await page.request.post('/api/token/refresh/', { data: { refresh: tokens.refresh } })
  expect(refresh.status()).toBe(401)
  expect((await page.request.get('/api/users/profile/', bearer)).status()).toBe(401)
})

test('a staff screen says what it is loading @all', async ({ page, staff }) => {
  await signIn(page, staff)
  const release = await holdProfile(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading Authentication...')).toBeVisible()
  await expect(page.getByText('Loading Application...')).toBeVisible()
  release()
  await expect(welcomeBack(page, staff)).toBeVisible()
  await expect(page.getByText('Loading')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('an expired session is renewed once, in two tabs at a time @all', async ({ page, context, staff }) => {
  const ended = accessToken({ secondsLeft: -60 })
  const { refresh } = await openSession(page, staff)
  await storeTokens(page, { access: ended, refresh })
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await expect(welcomeBack(page, staff)).toBeVisible()
  expect(paths.filter((path) => path.endsWith('/token/refresh/'))).toEqual(['/backend/api/token/refresh/'])
  expect((await storedTokens(page)).access).not.toBe(ended)

  await storeTokens(page, { access: ended })
  const other = await context.newPage()
  await Promise.all([page.goto('/dashboard'), other.goto('/dashboard')])
  for (const tab of [page, other]) await expect(welcomeBack(tab, staff)).toBeVisible()
  expect((await storedTokens(page)).access).not.toBe(ended)
  for (const tab of [page, other]) {
    await tab.reload()
    await expect(welcomeBack(tab, staff)).toBeVisible()
  }
})
