import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { tabTo } from './fixtures/page.ts'
import { createPerson, openSession, signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

const userTable = (page: Page) => page.getByRole('table', { name: 'All users' })
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('staff find a user with the keyboard, and the URL keeps the search', async ({ page, site, staff }) => {
  await createPerson(site, { firstName: 'Ines', lastName: 'Duarte', email: 'ines@example.test' })
  await signIn(page, staff)
  await page.goto('/backend/admin')
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
  await checkAccessibility(page)

  const search = page.getByRole('searchbox', { name: 'Search names and addresses' })
  await tabTo(page, 'Users')
  await page.keyboard.press('Enter')
  await expect(userTable(page).getByRole('link')).toHaveCount(2)
  await checkAccessibility(page)
  await search.fill('no such user')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No users match.')).toBeVisible()
  await checkAccessibility(page)
  await search.fill('ines')
  await page.keyboard.press('Enter')
  await expect(userTable(page).getByRole('link')).toHaveText(['Ines Duarte'])
  await page.reload()
  await expect(search).toHaveValue('ines')
  await expect(userTable(page).getByRole('link')).toHaveText(['Ines Duarte'])
  await userTable(page).getByRole('link').press('Enter')
  await expect(title(page)).toHaveText('Ines Duarte')
  await page.goBack()
  await expect(userTable(page).getByRole('link')).toHaveText(['Ines Duarte'])
})

test('staff rename, deactivate and delete users', async ({ page, site, staff, errors }) => {
  const ines = await createPerson(site, { firstName: 'Ines', lastName: 'Duarte', email: 'ines@example.test' })
  const { access } = await openSession(page, ines)
  await signIn(page, staff)
  await page.goto('/backend/admin/users')
  await userTable(page).getByRole('link', { name: 'Ines Duarte' }).click()
  await expect(title(page)).toHaveText('Ines Duarte')
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await checkAccessibility(page)

  await test.step('a user is renamed', async () => {
    await page.getByLabel('First name').fill('')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('This field is required.')).toBeVisible()
    await checkAccessibility(page)
    await page.getByLabel('First name').fill('Inês')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(title(page)).toHaveText('Inês Duarte')
  })

  await test.step('a deactivated user is signed out', async () => {
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(page.getByText('User deactivated.')).toBeVisible()
    await expect(devices.getByText('Not signed in anywhere.')).toBeVisible()
    const headers = { Authorization: `Bearer ${access}` }
    expect((await page.request.get('/api/users/profile/', { headers })).status()).toBe(401)
  })

  await test.step('a user is deleted after confirmation', async () => {
    await page.getByRole('button', { name: 'Delete user' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete Inês Duarte?' })
    await expect(question).toBeVisible()
    await checkAccessibility(page)
    await question.getByRole('button', { name: 'Delete user' }).click()
    await page.waitForURL('/backend/admin/users/')
    await expect(page.getByText('Deleted Inês Duarte.')).toBeVisible()
    await expect(userTable(page).getByRole('link')).toHaveText(['Noor Maas'])
  })

  await test.step('the last staff account is kept', async () => {
    errors.expectFromNow('the server responded with a status of 409')
    await userTable(page).getByRole('link').click()
    await page.getByRole('button', { name: 'Remove staff access' }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('Failed to change staff access.')
    await expect(alert).toContainText('This is the last active staff account.')
    await checkAccessibility(page)
  })
})

test('staff filter the audit log by action and user, and see the system', async ({ page, site, staff }) => {
  const ines = await createPerson(site, { firstName: 'Ines', email: 'ines@example.test' })
  await openSession(page, ines)
  await signIn(page, staff)
  await page.goto('/backend/admin/audit')
  const rows = page.getByRole('table', { name: 'All activity' }).getByRole('row')
  await expect(rows.filter({ hasText: ines.email }).filter({ hasText: 'Signed in' })).toHaveCount(1)
  await checkAccessibility(page)
  await page.getByLabel('Event').selectOption('sign-in')
  const search = page.getByRole('searchbox', { name: 'Person or IP address' })
  await search.fill(ines.email)
  await search.press('Enter')
  // The head, the day and the entry.
  await expect(rows).toHaveCount(3)
  expect(new URL(page.url()).searchParams.get('actor')).toBe(ines.email)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(rows.filter({ hasText: staff.email })).not.toHaveCount(0)
  await page.goto('/backend/admin/audit?actor=203.0.113.9')
  await expect(page.getByText('No entries match.')).toBeVisible()
  await checkAccessibility(page)

  await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'System' }).click()
  await expect(page.getByText(/^(SQLite|PostgreSQL), /)).toBeVisible()
  await expect(page.getByText('No mail waiting.')).toBeVisible()
  await checkAccessibility(page)
})
