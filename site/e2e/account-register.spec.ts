import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { content } from './fixtures/content.ts'
import { type Person } from './fixtures/people.ts'
import { focused, tabTo } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const newcomer = (): Person => ({
  email: `joris.${randomUUID()}@example.test`,
  password: `walrus ${randomUUID()}`,
  firstName: 'Joris',
})

const form = (page: Page) => ({
  email: page.getByLabel('E-mail'),
  firstName: page.getByLabel('First name'),
  lastName: page.getByLabel('Last name'),
  password: page.getByLabel('Password', { exact: true }),
  again: page.getByLabel('Confirm password'),
  terms: page.getByLabel('I agree to the Terms and Conditions'),
  submit: page.getByRole('button', { name: 'Register' }),
})

async function fillIn(page: Page, { email, password, firstName }: Person): Promise<void> {
  const fields = form(page)
  await fields.email.fill(email)
  await fields.firstName.fill(firstName)
  await fields.lastName.fill('Veen')
  await fields.password.fill(password)
  await fields.again.fill(password)
  await fields.terms.check()
}

test('a visitor can register, read the terms and sign in with the keyboard', async ({ page }) => {
  const { email } = newcomer()
  const password = `Zoë prépare ${randomUUID()}`
  const { keyboard } = page
  const typeInto = async (...values: string[]) => {
    for (const value of values) {
      await keyboard.type(value)
      await keyboard.press('Tab')
    }
  }
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible()
  await page.goto('/profile')
  await page.waitForURL('/signin')
  // The header has such a link too.
  await page.getByRole('main').getByRole('link', { name: 'Register' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Register', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/register')
  await checkAccessibility(page)
  await form(page).submit.click()
  await expect(page.getByText('This field is required.')).toHaveCount(5)
  await checkAccessibility(page)
  await form(page).email.focus()
  // Some keyboards send letters and accents separately.
  await typeInto(email, 'Joris', 'Veen', password.normalize('NFD'))
  expect(await focused(page)).toBe('Show password')
  await keyboard.press('Tab')
  await typeInto(password)
  await keyboard.press('Tab')
  await typeInto('Forklifts')
  await expect(form(page).terms).toBeFocused()
  await keyboard.press('Space')
  await tabTo(page, 'Read the terms')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await checkAccessibility(page)
  await keyboard.press('Escape')
  expect(await focused(page)).toBe('Read the terms')
  await tabTo(page, 'Register')
  await keyboard.press('Enter')
  await page.waitForURL('/login?registrationSuccess=true')
  await expect(page.getByText('Your account is ready. You can sign in now.')).toBeVisible()
  await checkAccessibility(page)

  await page.getByLabel('E-mail').focus()
  await typeInto(email)
  await keyboard.type(password)
  await keyboard.press('Enter')
  // The page requested before signing in.
  await page.waitForURL('/profile')
  await expect(page.getByRole('heading', { name: 'Joris Veen' })).toBeVisible()
})

test('the registration form opens the terms and reports errors @all', async ({ page, staff, errors }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('/register')
  const fields = form(page)
  const alert = page.getByRole('alert')

  await test.step('the terms keep their heading in view and close in three ways', async () => {
    const open = page.getByRole('button', { name: 'Read the terms' })
    const dialog = page.getByRole('dialog', { name: content.terms.heading })
    await open.click()
    await expect(dialog.getByText(`Last updated: ${content.terms.updated}`)).toBeVisible()
    const last = dialog.getByRole('heading').last()
    await last.scrollIntoViewIfNeeded()
    await expect(last).toBeInViewport()
    const close = dialog.getByRole('button', { name: 'Close' })
    await expect(close).toBeInViewport()
    await close.click()
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()

    await open.click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()

    await open.click()
    await page.mouse.click(10, 10)
    await expect(dialog).toBeHidden()
    await expect(fields.terms).not.toBeChecked()
  })

  await test.step('the form is not sent until every field is valid', async () => {
    await fields.submit.click()
    await expect(page.getByText('This field is required.')).toHaveCount(5)
    await expect(fields.email).toBeFocused()
    await fillIn(page, newcomer())
    await fields.again.fill('something else')
    await fields.terms.uncheck()
    await fields.submit.click()
    await expect(alert).toHaveText('Passwords do not match.')
    await fields.again.fill(await fields.password.inputValue())
    await fields.submit.click()
    await expect(alert).toHaveText('You must agree to the Terms and Conditions to register.')
    await checkAccessibility(page)
    expect(sent).not.toContain('POST /api/users/register/')
    expect(errors.problems()).toEqual([])
  })

  errors.expect('the server responded with a status of 400')

  await test.step('an e-mail address can be registered once, in any case', async () => {
    await fillIn(page, { ...newcomer(), email: staff.email.toUpperCase() })
    await fields.submit.click()
    await expect(alert).toHaveText('Email: User with this email already exists.')
    await expect(alert).toBeFocused()
    await expect(fields.email).toHaveAttribute('aria-invalid', 'true')
    await expect(fields.firstName).toHaveValue('Joris')
  })

  await test.step('the corrected form is accepted', async () => {
    await fillIn(page, newcomer())
    await fields.submit.click()
    await page.waitForURL('/login?registrationSuccess=true')
  })
})
