import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { createPerson, signIn, type Person } from './fixtures/people.ts'
import { focused, horizontalOverflow } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const widths = [320, 390, 1440]

async function signInToBackend(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an account is found, changed and deleted without JavaScript', async ({ site, staff, visitor }) => {
  const member = await createPerson(site)
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto('/backend/admin/users/?sort=-joined')
  await expect(page).toHaveTitle('Sign in | Backend admin')
  // It would need a script.
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeHidden()
  await signInToBackend(page, staff)
  await expect(page).toHaveURL(/\/backend\/admin\/users\/\?sort=-joined$/)
  await page.getByRole('searchbox', { name: 'Search' }).fill(member.email.slice(0, 20))
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await page.getByRole('link', { name: 'Noor Maas' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Save names' }).click()
  await expect(page.getByRole('status')).toHaveText('The names were saved.')
  await page.getByLabel('What staff should know').fill('Builds clocks.')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByLabel('What staff should know')).toHaveValue('Builds clocks.')
  await page.getByRole('button', { name: 'Make staff' }).click()
  await expect(page.getByRole('button', { name: 'Take staff rights away' })).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('button', { name: 'Send reset mail' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'deactivated',
  )
  await page.getByRole('link', { name: 'Delete …' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete Ada Maas?')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByRole('status')).toHaveText('The account was deleted. What it uploaded stays.')
  await expect(page.getByRole('table', { name: 'Users' })).not.toContainText(member.email)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/backend\/admin\/sign-in\/$/)
})

test('the way in, its refusal and pages that are not there are readable for everybody', async ({
  page,
  staff,
  errors,
}) => {
  await page.goto('/backend/admin/')
  await signInToBackend(page, { ...staff, password: 'wrong horse' })
  await expect(page.getByRole('alert')).toBeVisible()
  errors.expect('the server responded with a status of 401')
  await checkAccessibility(page, widths)
  await signInToBackend(page, staff)
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('link', { name: 'Noor Maas' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Noor Maas')
  await checkAccessibility(page, widths)
  await page.getByRole('link', { name: 'Delete …' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete Noor Maas?')
  await checkAccessibility(page, widths)
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByRole('alert')).toContainText('the last active staff account')
  errors.expect('the server responded with a status of 409')
  expect(await horizontalOverflow(page)).toEqual([])
  await page.goto('/backend/admin/nothing/')
  errors.expect('the server responded with a status of 404')
  await checkAccessibility(page, widths)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/backend/admin/sign-out/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not allowed')
  errors.expect('the server responded with a status of 405')
  await checkAccessibility(page, widths)
})

test('its lists are readable for everybody, in each theme and at each width', async ({ page, staff }) => {
  await page.goto('/backend/admin/')
  await signInToBackend(page, staff)
  for (const name of ['Overview', 'Users']) {
    await open(page, name)
    await checkAccessibility(page, widths)
  }
  await open(page, 'Overview')
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveAttribute('href', '/documents')
  await expect(page.getByRole('link', { name: 'Images' })).toHaveAttribute('href', '/photos')
})

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Backend admin' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

test('it is worked by keyboard alone, and keeps its theme', async ({ page, staff }) => {
  await page.goto('/backend/admin/users/')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(staff.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(staff.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to main content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('nobody of that name')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn the page dark' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Turn the page light' })).toBeVisible()
  await expect(page).toHaveURL(/\?q=nobody/)
  await page.getByRole('link', { name: 'Clear' }).press('Enter')
  await expect(page.locator('html')).toHaveClass('dark')
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(237, 241, 247)')
})

test("the site's links lead staff there in the site's theme, and nobody else comes in", async ({
  page,
  site,
  staff,
  errors,
}) => {
  await signIn(page, staff)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Backend Admin' }).first().click(),
  ])
  await expect(opened).toHaveTitle('Sign in | Backend admin')
  await expect(opened).toHaveURL(/\/backend\/admin\/sign-in\/$/)
  // It comes dark from the server: there is no script that could have turned it.
  expect(await (await opened.request.get('/backend/admin/sign-in/')).text()).toContain('class="dark"')
  await expect(opened.locator('html')).toHaveClass('dark')
  await signInToBackend(opened, await createPerson(site))
  errors.expect('the server responded with a status of 403')
  await expect(opened.getByRole('alert')).toHaveText('This account may not enter the backend admin.')
  await signInToBackend(opened, staff)
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Overview')
  await expect(opened.locator('html')).toHaveClass('dark')
})
