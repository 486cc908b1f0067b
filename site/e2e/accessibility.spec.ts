import { publicPages } from './fixtures/content.ts'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { addPicture } from './fixtures/pictures.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

/* Screens without a journey that checks them with axe. */

test('the public pages and the sign-in screen are accessible', async ({ page, errors }) => {
  test.slow()
  for (const { path, status } of publicPages) {
    await test.step(path, async () => {
      if (status === 404) {
        expect(errors.problems()).toEqual([])
        errors.expect('the server responded with a status of 404')
      }
      await open(page, path)
      await checkAccessibility(page)
    })
  }

  await open(page, '/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await checkAccessibility(page)
  expect(errors.problems()).toEqual([])
  errors.expect('the server responded with a status of 401')
  await page.getByLabel('E-mail').fill('noor@example.test')
  await page.getByLabel('Password', { exact: true }).fill('something')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await checkAccessibility(page)
})

test('the account screens are accessible', async ({ page }) => {
  for (const [path, heading] of [
    ['/register', 'Register'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password/Nw/none', 'Choose a new password'],
    ['/confirm-email', 'Your e-mail address'],
    ['/login-failed', 'Sign-in failed'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await checkAccessibility(page)
    })
  }
})

test('the account menu and the home page with and without photos are accessible', async ({
  page,
  staff,
  errors,
}) => {
  await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
  await open(page, '/about')
  await page.getByRole('button', { name: staff.firstName }).click()
  await expect(
    page.getByRole('list', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }),
  ).toBeVisible()
  await checkAccessibility(page, [1440, 900])

  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Show next picture' })).toBeVisible()
  await checkAccessibility(page)
  expect(errors.problems()).toEqual([])
  errors.expect('the server responded with a status of 500')
  await page.route('**/api/photos/images/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load banner images.')).toBeVisible()
  await checkAccessibility(page)
})
