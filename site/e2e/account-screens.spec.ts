import { openSession, signIn } from './fixtures/people.ts'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { expect, test } from './fixtures/test.ts'

for (const [path, heading] of [
  ['/login?registrationSuccess=true', 'Sign in'],
  ['/register', 'Register'],
  ['/forgot-password', 'Forgot your password?'],
  ['/reset-password/Nw/none', 'Choose a new password'],
  ['/confirm-email', 'Your e-mail address'],
  ['/login-failed', 'Sign-in failed'],
] as const) {
  test(`anybody can use ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await checkAccessibility(page)
  })
}

test('anybody can use the form to register when it complains', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(5)
  await checkAccessibility(page)
  for (const label of ['E-mail', 'First name', 'Last name', 'Confirm password']) {
    await page.getByLabel(label).fill('something')
  }
  await page.getByLabel('Password', { exact: true }).fill('something')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await checkAccessibility(page)
})

test('anybody can read the terms', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('button', { name: 'Read the terms' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkAccessibility(page)
})

test('anybody can use the form for a new link when it has been sent', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill('nobody@example.test')
  await page.getByRole('button', { name: 'Send Password Reset Link' }).click()
  await expect(page.getByText('is on its way')).toBeVisible()
  await checkAccessibility(page)
})

test('anybody can use the form for a new password when it complains', async ({ page, watch }) => {
  watch.expect('the server responded with a status of 400')
  await page.goto('/reset-password/Nw/none')
  await page.getByLabel('New password', { exact: true }).fill('something long')
  await page.getByLabel('Confirm new password').fill('something else')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Confirm new password').fill('something long')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await checkAccessibility(page)
})

test('anybody can use the app-login that failed', async ({ page }) => {
  await page.goto('/app-login')
  await expect(page.getByRole('alert')).toBeVisible()
  await checkAccessibility(page)
})

test('whoever is signed in can use the welcome', async ({ page, staff }) => {
  await signIn(page, staff)
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAccessibility(page)
})

test('whoever is signed in can use the profile, and its complaints', async ({ page, staff }) => {
  await openSession(page, staff)
  await signIn(page, staff)
  await page.goto('/profile')
  await expect(page.getByText('This device')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('button', { name: 'Save Name' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
  await expect(page.getByText('is signed out.')).toBeVisible()
  await expect(page.getByText('This field is required.')).toHaveCount(3)
  await checkAccessibility(page)
})
