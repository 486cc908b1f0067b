import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { signIn, signInAtForm, storedTokens } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { codeOf } from './fixtures/totp.ts'

/** A code as a Japanese keyboard writes it, in two groups. */
const fullWidth = (code: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))).replace(/^.{3}/, '$& ')

/** Pastes `text` into the field, as an app that shows a code lets its user do. */
async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(field).toHaveValue(text)
}

test('a pasted code with full-width digits and a space is accepted', async ({
  page,
  staff,
  visitor,
  errors,
}) => {
  errors.expect('the server responded with a status of 401')
  await signIn(page, staff)
  await page.goto('/profile')
  const section = page.getByRole('region', { name: 'Second factor' })
  await section.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
  const key = (await section.locator('code').textContent()) ?? ''
  await paste(section.getByRole('textbox', { name: 'Code' }), fullWidth(codeOf(key)))
  await page.keyboard.press('Enter')
  await expect(section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)

  const other = await visitor()
  await other.goto('/login')
  await other.getByLabel('E-mail').fill(staff.email)
  await other.getByLabel('Password', { exact: true }).fill(staff.password)
  await other.keyboard.press('Enter')
  await paste(other.getByLabel('Code'), fullWidth(codeOf(key, 1)))
  await other.keyboard.press('Enter')
  await other.waitForURL('/')
  expect((await storedTokens(other)).access).not.toBeNull()
})

test('a password is the same on a keyboard that writes accents apart', async ({ page }) => {
  const password = `Zoë prépare ${randomUUID()}`
  const apart = password.normalize('NFD')
  const person = { email: `zoe.${randomUUID()}@example.test`, password: apart, firstName: 'Zoë' }
  await page.goto('/register')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill('Veen')
  await page.getByLabel('Password', { exact: true }).fill(apart)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('I agree to the Terms and Conditions').check()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.waitForURL('/login?registrationSuccess=true')
  await signInAtForm(page, { ...person, password })
  await expect(page.getByRole('button', { name: 'Zoë' })).toBeVisible()
})
