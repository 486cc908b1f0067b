import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { focused, tabTo } from './fixtures/page.ts'
import { signIn, storedTokens } from './fixtures/people.ts'
import { isSecret } from './fixtures/secrets.ts'
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

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' })

test('an authenticator app is set up, signs in and is removed', async ({ page, staff, visitor, errors }) => {
  errors.expect('the server responded with a status of 400', 'the server responded with a status of 401')
  await signIn(page, staff)
  await page.goto('/profile')
  await expect(section(page).getByRole('button')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).focus()
  await tabTo(page, 'Set up an authenticator app')
  await page.keyboard.press('Enter')
  const code = section(page).getByRole('textbox', { name: 'Code' })
  await expect(section(page).getByText('Scan this with your authenticator app')).toBeFocused()
  const key = (await section(page).locator('code').textContent()) ?? ''
  for (const control of ['Copy key', '']) {
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(control)
  }
  await expect(code).toBeFocused()
  await tabTo(page, 'Turn on')
  await page.keyboard.press('Enter')
  await expect(section(page).getByText('This field is required.')).toBeVisible()
  await checkAccessibility(page)
  await expect(code).toBeFocused()
  await page.keyboard.type('walrus')
  await page.keyboard.press('Enter')
  await expect(section(page).getByText('This code is wrong or was already used.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.clear()
  await paste(code, fullWidth(codeOf(key)))
  await page.keyboard.press('Enter')
  const codes = section(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await checkAccessibility(page)
  const recovery = await codes.allTextContents()
  expect([`secret=${key.replaceAll('-', '')}`, ...recovery].every(isSecret)).toBe(true)
  const downloaded = page.waitForEvent('download')
  await tabTo(page, 'Download codes')
  await page.keyboard.press('Enter')
  expect(await readFile(await (await downloaded).path(), 'utf8')).toBe(`${recovery.join('\n')}\n`)
  await tabTo(page, 'I have saved them')
  await page.keyboard.press('Enter')
  await expect(section(page).getByText('10 recovery codes are left')).toBeVisible()

  const passwordStep = async (other: Page, path = '/login') => {
    await other.goto(path)
    await other.getByLabel('E-mail').fill(staff.email)
    await other.getByLabel('Password', { exact: true }).fill(staff.password)
    await other.keyboard.press('Enter')
    await expect(other.getByLabel('Code')).toBeFocused()
  }
  const other = await visitor()
  await passwordStep(other)
  await other.keyboard.type(codeOf(key, -2))
  await other.keyboard.press('Enter')
  await expect(other.getByText('This code is wrong or was already used.')).toBeVisible()
  await checkAccessibility(other)
  await expect(other.getByLabel('Code')).toBeFocused()
  await other.getByLabel('Code').clear()
  await paste(other.getByLabel('Code'), fullWidth(codeOf(key, 1)))
  await other.keyboard.press('Enter')
  await other.waitForURL('/')
  expect((await storedTokens(other)).access).not.toBeNull()

  const third = await visitor()
  await passwordStep(third)
  await third.keyboard.type(recovery[0]?.toLowerCase().replaceAll('-', ' ') ?? '')
  await third.keyboard.press('Enter')
  await third.waitForURL('/')

  const admin = await visitor()
  await passwordStep(admin, '/backend/admin/users')
  await admin.keyboard.type(recovery[0] ?? '')
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('This code is wrong or was already used.')).toBeVisible()
  await admin.getByLabel('Code').fill(recovery[1] ?? '')
  await admin.keyboard.press('Enter')
  await admin.waitForURL('/backend/admin/users')
  await expect(admin.getByRole('table', { name: 'All users' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Change password' }).focus()
  await expect(section(page).getByText('8 recovery codes are left')).toBeVisible()
  await tabTo(page, 'Remove the authenticator app')
  await page.keyboard.press('Enter')
  await expect(section(page).getByText('The authenticator app is removed.')).toBeVisible()
  await signIn(await visitor(), staff)
})
