import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { mails } from './fixtures/mail.ts'
import { openSession, signInAtForm } from './fixtures/people.ts'
import { collectReferrers } from './fixtures/page.ts'
import { isSecret } from './fixtures/secrets.ts'
import type { Server } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'

const requested =
  'If there is an account with this e-mail address, a link to reset its password is on its way.'

/** The path of the link in the only mail that was sent. */
async function mailedPath(site: Server): Promise<string> {
  const [mail] = await mails(site, 1)
  const path = /\/reset-password\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  // The search for secrets in logs must recognise the link.
  expect(isSecret(path.split('/')[3] ?? '')).toBe(true)
  return path
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Reset Password' }).click()
}

test('the link in the mail replaces a forgotten password', async ({ page, site, staff, errors }) => {
  const { refresh } = await openSession(page, staff)
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('E-mail').fill(staff.email)
  const button = page.getByRole('button', { name: 'Send Password Reset Link' })
  await button.click()
  await expect(page.getByRole('status').filter({ hasText: requested })).toBeFocused()
  await expect(button).toBeDisabled()
  await checkAccessibility(page)

  const [mail] = await mails(site, 1)
  expect(mail?.to).toContain(staff.email)
  expect(mail?.text).toContain(`Hello ${staff.firstName}`)
  const password = `walrus ${randomUUID()}`
  await page.goto(await mailedPath(site))
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible()
  await checkAccessibility(page)
  await choose(page, password, 'a walrus in summer')
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await checkAccessibility(page)
  await choose(page, password)
  await expect(page.getByText('Your password has been reset. Redirecting to sign in...')).toBeVisible()
  await page.waitForURL('/signin')
  await page.goBack()
  await expect(page).toHaveURL('/forgot-password')

  // The devices that were signed in are signed out, and the previous password is refused.
  expect((await page.request.post('/api/token/refresh/', { data: { refresh } })).status()).toBe(401)
  const attempt = await page.request.post('/api/users/login/', { data: staff })
  expect(attempt.status()).toBe(401)
  await signInAtForm(page, { ...staff, password })
  await expect(page.getByRole('button', { name: staff.firstName })).toBeVisible()

  errors.expectFromNow('the server responded with a status of 400')
  await page.goto('/reset-password/Nw/none')
  await choose(page, password)
  await expect(page.getByRole('alert')).toContainText('The reset link is invalid or has expired.')
  await checkAccessibility(page)
})

test('a reset link works once, by keyboard, without leaks @all', async ({ page, site, staff, errors }) => {
  const { keyboard } = page
  const first = page.getByLabel('New password', { exact: true })
  const request = async (email: string) => {
    await page.goto('/forgot-password')
    await page.getByLabel('E-mail').focus()
    await keyboard.type(email)
    await keyboard.press('Enter')
    await expect(page.getByText(requested)).toBeVisible()
  }

  await request(`nobody.${randomUUID()}@example.test`)
  await request(staff.email)
  // An unknown address gets the same answer and no mail.
  const [mail] = await mails(site, 1)
  expect(mail?.to).toContain(staff.email)
  const path = await mailedPath(site)
  const sentReferrers = collectReferrers(page)
  await page.goto(path)

  await test.step('a new password leads to the sign-in screen', async () => {
    const password = `walrus ${randomUUID()}`
    await first.focus()
    await keyboard.type(password)
    await keyboard.press('Tab')
    // Tab selects the field's text.
    await keyboard.press('Tab')
    await keyboard.type(password)
    await keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Redirecting' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Sign in now' })).toBeFocused()
    await keyboard.press('Enter')
    await page.waitForURL('/signin')
  })

  await test.step("no request carries the link's address along", async () => {
    await expect.poll(async () => (await sentReferrers()).length).toBeGreaterThan(3)
    expect((await sentReferrers()).filter((referrer) => referrer.includes('reset-password'))).toEqual([])
  })

  await test.step('the link is refused the second time', async () => {
    errors.expectFromNow('the server responded with a status of 400')
    await page.goto(path)
    await choose(page, `walrus ${randomUUID()}`)
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('The reset link is invalid or has expired. Please try again.')
    await expect(alert).toBeFocused()
    await page.getByRole('link', { name: 'Ask for another' }).click()
    await page.waitForURL('/forgot-password')
  })
})

test('the progress bar is animated, and still with reduced motion @all', async ({ page }) => {
  await page.route('**/password-reset-confirm/**', (route) => route.fulfill({ json: { detail: 'Done.' } }))
  for (const [reducedMotion, moving] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/reset-password/Nw/none')
    await choose(page, 'something long')
    await expect(page.getByText('Done. Redirecting to sign in...')).toBeVisible()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(moving)
  }
})
