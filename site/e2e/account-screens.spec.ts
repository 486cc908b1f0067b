import { openSession, signIn } from './fixtures/people.ts'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { expect, test } from './fixtures/test.ts'
import { codeOf } from './fixtures/totp.ts'

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

test('anybody can use the form for a new password when it complains', async ({ page, errors }) => {
  errors.expect('the server responded with a status of 400')
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

test('the welcome is accessible', async ({ page, staff }) => {
  await signIn(page, staff)
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await checkAccessibility(page)
})

test('the profile and its errors are accessible', async ({ page, staff }) => {
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

test('the set-up of an authenticator app is accessible', async ({ page, staff, visitor, errors }) => {
  errors.expect('the server responded with a status of 400', 'the server responded with a status of 401')
  await signIn(page, staff)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  const section = page.getByRole('region', { name: 'Second factor' })
  const key = (await section.locator('code').textContent()) ?? ''
  await section.getByRole('button', { name: 'Turn On' }).click()
  await expect(section.getByText('This field is required.')).toBeVisible()
  await checkAccessibility(page, [320, 1440])
  await section.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
  await section.getByRole('button', { name: 'Turn On' }).click()
  await expect(section.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
  await checkAccessibility(page, [320, 1440])

  const other = await visitor()
  await other.goto('/login')
  await other.getByLabel('E-mail').fill(staff.email)
  await other.getByLabel('Password', { exact: true }).fill(staff.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByLabel('Code').fill('walrus')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByText('This code is wrong or was already used.')).toBeVisible()
  await checkAccessibility(other, [320, 1440])

  await other.goto('/backend/admin')
  await other.waitForURL(/\/(login|signin)/)
  await other.getByLabel('E-mail').fill(staff.email)
  await other.getByLabel('Password', { exact: true }).fill(staff.password)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByLabel('Code').fill(codeOf(key, 1))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await checkAccessibility(other, [320, 1440])
})
