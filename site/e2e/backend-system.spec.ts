import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { createPerson, type Person } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

const withoutScript = { javaScriptEnabled: false }

async function submitSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/backend/admin/sign-in/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signInToBackend(page: Page, { email, password }: Person): Promise<void> {
  await submitSignIn(page, email, password)
  await page.waitForURL('/backend/admin/')
}

async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Backend admin' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

const entries = (page: Page) => page.getByRole('table', { name: 'Audit log' }).getByRole('row')

test('staff find in the audit log who did what, without JavaScript', async ({
  visitor,
  site,
  staff,
  errors,
}) => {
  errors.expect('the server responded with a status of 401')
  const page = await visitor(withoutScript)
  const other = await createPerson(site)
  await submitSignIn(page, other.email, 'a wrong password')
  await expect(page.getByRole('alert')).toBeVisible()
  await signInToBackend(page, staff)
  await go(page, 'Audit log')

  await page.getByLabel('Action').selectOption('backend sign-in refused')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(entries(page)).toHaveCount(2)
  await expect(entries(page).last()).toContainText('wrong password')
  await expect(entries(page).last()).toContainText('nobody known')

  await entries(page).last().getByRole('link', { name: other.email }).click()
  await expect(page.getByText('Only user', { exact: false })).toBeVisible()
  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).last()).toContainText('user created')

  await page.getByRole('link', { name: 'command line' }).click()
  await expect(page.getByLabel('Who')).toHaveValue('command line')
  await expect(entries(page)).toHaveCount(3)
  await page.getByLabel('Who').fill('nobody@example.test')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(entries(page).last()).toContainText('Nothing like that was recorded.')
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(entries(page).first()).toBeVisible()
  expect(await entries(page).count()).toBeGreaterThan(3)
})

test('staff see how the server stands, and let somebody try again', async ({
  visitor,
  site,
  staff,
  errors,
}) => {
  errors.expect('the server responded with a status of 401', 'the server responded with a status of 429')
  const page = await visitor(withoutScript)
  const forgetful = await createPerson(site)
  for (let tries = 0; tries < 6; tries++) await submitSignIn(page, forgetful.email, 'a wrong password')
  await expect(page.getByRole('alert')).toContainText('throttled')
  await signInToBackend(page, staff)
  await go(page, 'System')
  for (const name of ['The last 30 days', 'Server', 'Backups', 'Mails', 'Throttled']) {
    await expect(page.getByRole('region', { name }).getByRole('heading', { level: 2 })).toHaveText(name)
  }
  for (const name of ['Sign-ins', 'Uploads', 'Page requests']) {
    await expect(page.getByRole('img', { name: `${name} on each of the last 30 days` })).toBeVisible()
  }
  await page.getByText('The same as a table').click()
  await expect(page.getByRole('table', { name: 'Sign-ins, uploads' }).getByRole('row')).toHaveCount(31)

  const throttled = page.getByRole('table', { name: 'Who is throttled' })
  await expect(throttled).toContainText('127.0.0.1')
  await throttled.getByRole('button', { name: 'Lift for 127.0.0.1' }).click()
  await expect(page.getByRole('status')).toHaveText('They may try again now.')
  await expect(page.getByText('Nobody is kept from trying again now.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await submitSignIn(page, forgetful.email, 'a wrong password')
  await expect(page.getByRole('alert')).toContainText('No active account')
})

test('the audit log and the system page are for everybody, in every window', async ({ page, staff }) => {
  await signInToBackend(page, staff)
  await go(page, 'Audit log')
  await checkAccessibility(page)
  await go(page, 'System')
  await page.getByText('The same as a table').click()
  await checkAccessibility(page)
})
