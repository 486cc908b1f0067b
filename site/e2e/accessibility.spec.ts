import { describeStates } from './fixtures/accessibility.ts'
import { publicPages } from './fixtures/content.ts'
import { open } from './fixtures/page.ts'
import { oneTimeToken, sendSignIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

/*
 * Brings each screen for visitors and accounts into its main states, with dialogs and errors, and checks them. The journeys
 * through the screens are elsewhere. Tests of the full set also check the states that only they reach.
 */

describeStates(({ check, phone, button, heading }) => {
  test('public pages and the menu of a phone', async ({ page, errors }) => {
    for (const { path, status } of publicPages) {
      if (status === 404) {
        errors.expectFromNow('the server responded with a status of 404')
      }
      await open(page, path)
      await check(page, path)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/')
    await button(page, 'Open menu').click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await check(page, 'menu', phone)
  })

  test('signing in and registering', async ({ page, errors }) => {
    await page.goto('/login')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await check(page, 'sign in')
    errors.expectFromNow('the server responded with a status of 401')
    await sendSignIn(page, { email: 'noor@example.test', password: 'something' })
    await expect(page.getByRole('alert')).toBeVisible()
    await check(page, 'sign in: wrong password')
    await page.goto('/login?registrationSuccess=true')
    await expect(page.getByText('Your account is ready. You can sign in now.')).toBeVisible()
    await check(page, 'sign in: registered')

    await page.goto('/register')
    await expect(heading(page, 'Register')).toBeVisible()
    await check(page, 'register')
    await button(page, 'Read the terms').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(page, 'register: terms')
    await page.keyboard.press('Escape')
    await button(page, 'Register').click()
    await expect(page.getByText('This field is required.')).toHaveCount(5)
    await check(page, 'register: nothing filled in')
  })

  test('forgotten passwords and links from mails and the app', async ({ page, site, staff, errors }) => {
    errors.expect('the server responded with a status of 400', 'the server responded with a status of 401')
    await page.goto('/forgot-password')
    await expect(heading(page, 'Forgot your password?')).toBeVisible()
    await check(page, 'forgot password')
    await page.getByLabel('E-mail').fill('nobody@example.test')
    await button(page, 'Send Password Reset Link').click()
    await expect(page.getByText(/a link to reset its password is on its way/)).toBeVisible()
    await check(page, 'forgot password: sent')

    await page.goto('/reset-password/Nw/none')
    await expect(heading(page, 'Choose a new password')).toBeVisible()
    await check(page, 'reset password')
    await page.getByLabel('New password', { exact: true }).fill('a walrus in winter')
    await page.getByLabel('Confirm new password').fill('a walrus in summer')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await check(page, 'reset password: mismatch')
    await page.getByLabel('Confirm new password').fill('a walrus in winter')
    await button(page, 'Reset Password').click()
    await expect(page.getByRole('alert')).toContainText('The reset link is invalid or has expired.')
    await check(page, 'reset password: refused')

    await page.goto('/confirm-email')
    await expect(heading(page, 'Your e-mail address')).toBeVisible()
    await check(page, 'confirm e-mail address')
    await page.goto('/login-failed')
    await expect(heading(page, 'Sign-in failed')).toBeVisible()
    await check(page, 'sign-in failed')
    await page.goto('/app-login?token=none')
    await expect(page.getByRole('alert')).toContainText('Token login failed')
    await check(page, 'sign-in failed: the link is refused')
    await page.goto(`/app-login?token=${await oneTimeToken(site, staff)}`)
    await expect(heading(page, `Welcome, ${staff.firstName}`)).toBeVisible()
    await check(page, 'welcome')
  })
})
