import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { addAuthenticator } from './fixtures/authenticator.ts'
import { createPerson, signInAtForm, type Person } from './fixtures/people.ts'
import { builtSite, startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

/** Browsers make passkeys for names alone: the site is reached as localhost. */
const test = base.extend({
  site: async ({ engine, errors }, use, info) => {
    info.skip(
      engine === 'postgres' && !process.env['TEST_DATABASE_URL'] && !process.env['CI'],
      'TEST_DATABASE_URL is not set',
    )
    // The system chose this port, and it is free again.
    const first = await startServer(engine)
    const { port } = new URL(first.url)
    await first.stop()
    const url = `http://localhost:${port}`
    const site = await startServer(engine, builtSite, { LISTEN_ADDR: `127.0.0.1:${port}`, PUBLIC_URL: url })
    await use({ ...site, url })
    errors.addLog(await site.stop())
  },
})

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

async function register(page: Page, name: string): Promise<void> {
  await page.goto('/profile')
  await passkeys(page).getByLabel('Name of the new passkey').fill(name)
  await passkeys(page).getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(passkeys(page).getByRole('list', { name: 'Your passkeys' })).toContainText(name)
}

async function sendPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

test('a passkey is added, signs in without a password and as a second step, confirms, and goes', async ({
  page,
  staff,
  visitor,
  errors,
}) => {
  errors.expect('the server responded with a status of 401')
  await addAuthenticator(page)
  await signInAtForm(page, staff)
  await register(page, 'Blue phone')
  await expect(passkeys(page).getByText('Synced')).toBeVisible()
  await expect(
    passkeys(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await passkeys(page).getByRole('button', { name: 'I Have Saved Them' }).click()
  await checkAccessibility(page, [320, 390, 1440])
  // A device that has a passkey of the account gets no second one.
  await passkeys(page).getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(passkeys(page).getByText('This device has a passkey of your account already.')).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await usePasskey(page).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('/')
  await expect(page.getByRole('button', { name: /Noor/ })).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await sendPassword(page, staff)
  await expect(usePasskey(page)).toBeFocused()
  await checkAccessibility(page, [320, 390, 1440])
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Code')).toBeFocused()
  await usePasskey(page).click()
  await page.waitForURL('/')

  // A device that the maker of the phone has synced.
  const other = await visitor()
  await other.goto('/login')
  const empty = await addAuthenticator(other)
  await usePasskey(other).click()
  await expect(other.getByRole('alert')).toContainText('No passkey was used')
  await checkAccessibility(other, [320, 390, 1440])
  await empty.remove()
  await page.goto('/profile')
  await passkeys(page).getByRole('button', { name: 'Rename' }).click()
  await expect(passkeys(page).getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Old phone')
  await page.keyboard.press('Enter')
  await expect(passkeys(page).getByText('Old phone is renamed.')).toBeVisible()
})

test('a synced passkey signs in on another device, and opens the admin screens', async ({
  page,
  staff,
  visitor,
  errors,
}) => {
  errors.expect('the server responded with a status of 401')
  const phone = await addAuthenticator(page)
  await signInAtForm(page, staff)
  await register(page, 'Blue phone')
  const synced = await phone.credentials()

  const laptop = await visitor()
  await laptop.goto('/login')
  await addAuthenticator(laptop, synced)
  await usePasskey(laptop).click()
  await laptop.waitForURL('/')
  await laptop.goto('/backend/admin/users')
  await expect(laptop.getByRole('table', { name: 'All users' })).toBeVisible()
  await signOut(laptop)
  await laptop.goto('/backend/admin/users')
  await sendPassword(laptop, staff)
  await expect(usePasskey(laptop)).toBeFocused()
  await checkAccessibility(laptop, [320, 390, 1440])
  await usePasskey(laptop).click()
  await laptop.waitForURL('/backend/admin/users')
  await expect(laptop.getByRole('table', { name: 'All users' })).toBeVisible()
  // This kind of device counts its uses, and the phone knows nothing of the laptop's: one of them is a copy.
  await signOut(page)
  await page.goto('/login')
  await usePasskey(page).click()
  await expect(page.getByRole('alert')).toContainText('it seems to be a copy')
})

test('a passkey that was removed is refused, and the session that is old asks for one', async ({
  page,
  site,
  errors,
}) => {
  errors.expect('the server responded with a status of 401', 'the server responded with a status of 403')
  const person = await createPerson(site)
  await addAuthenticator(page)
  await signInAtForm(page, person)
  await register(page, 'Blue phone')
  await passkeys(page).getByRole('button', { name: 'I Have Saved Them' }).click()
  // As after ten minutes.
  const refusal = { detail: 'Please confirm that it is you.', code: 'fresh_proof_required' }
  await page.route(
    '**/api/users/factors/passkeys/*/',
    (route) => route.fulfill({ status: 403, json: refusal }),
    {
      times: 1,
    },
  )
  await passkeys(page).getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog', { name: "Confirm it's you" })
  await expect(usePasskey(page)).toBeFocused()
  await checkAccessibility(page, [320, 390, 1440])
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(passkeys(page).getByText('Blue phone is removed. Delete it on your device too.')).toBeVisible()
  await signOut(page)
  await page.goto('/login')
  await usePasskey(page).click()
  await expect(page.getByRole('alert')).toContainText("This passkey isn't registered here")
})
