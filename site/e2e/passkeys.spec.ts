import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { addAuthenticator } from './fixtures/authenticator.ts'
import { sendSignIn, signInAtForm } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

// Browsers make passkeys for names alone.
test.use({ host: 'localhost' })

const widths = [320, 390, 1440]

const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const usePasskey = (page: Page) => page.getByRole('button', { name: 'Use a passkey' })

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** Adds the first passkey of the account, whose recovery codes come with it. */
async function addPasskey(page: Page): Promise<void> {
  await page.goto('/profile')
  await passkeys(page).getByLabel('Name of the new passkey').fill('Blue phone')
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys(page).getByRole('list', { name: 'Your passkeys' })).toContainText('Blue phone')
  await expect(
    passkeys(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
  ).toHaveCount(10)
  await passkeys(page).getByRole('button', { name: 'I have saved them' }).click()
}

test('a passkey is added and renamed, signs in, and is a second factor', async ({ page, staff, errors }) => {
  errors.expect('the server responded with a status of 401')
  await addAuthenticator(page)
  await signInAtForm(page, staff)

  await test.step('it is added once for each device and renamed', async () => {
    await addPasskey(page)
    await expect(passkeys(page).getByText('Synced')).toBeVisible()
    await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys(page).getByText('This device has a passkey of your account already.')).toBeVisible()
    await passkeys(page).getByRole('button', { name: 'Rename' }).click()
    await expect(passkeys(page).getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type('Old phone')
    await page.keyboard.press('Enter')
    await expect(passkeys(page).getByText('Old phone is renamed.')).toBeVisible()
  })

  await test.step('it signs in without a password and as a second factor', async () => {
    await signOut(page)
    await page.goto('/login')
    await usePasskey(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('/')
    await expect(page.getByRole('button', { name: /Noor/ })).toBeVisible()

    await signOut(page)
    await page.goto('/login')
    await sendSignIn(page, staff)
    await expect(usePasskey(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Code')).toBeFocused()
    await usePasskey(page).click()
    await page.waitForURL('/')
  })
})

test('a passkey signs in on other devices until removed @all', async ({ page, staff, visitor, errors }) => {
  errors.expect('the server responded with a status of 401')
  const phone = await addAuthenticator(page)
  await signInAtForm(page, staff)
  await addPasskey(page)
  await checkAccessibility(page, widths)
  const laptop = await visitor()

  await test.step('it signs in on another device after it is synced', async () => {
    await laptop.goto('/login')
    const empty = await addAuthenticator(laptop)
    await usePasskey(laptop).click()
    await expect(laptop.getByRole('alert')).toContainText('No passkey was used')
    await checkAccessibility(laptop, widths)
    await empty.remove()

    await addAuthenticator(laptop, await phone.credentials())
    await usePasskey(laptop).click()
    await laptop.waitForURL('/')
    await laptop.goto('/backend/admin/users')
    await expect(laptop.getByRole('table', { name: 'All users' })).toBeVisible()
    await signOut(laptop)
    await laptop.goto('/backend/admin/users')
    await sendSignIn(laptop, staff)
    await expect(usePasskey(laptop)).toBeFocused()
    await checkAccessibility(laptop, widths)
    await usePasskey(laptop).click()
    await laptop.waitForURL('/backend/admin/users')
    await expect(laptop.getByRole('table', { name: 'All users' })).toBeVisible()
  })

  await test.step('it is refused as a copy on the device with the lower counter', async () => {
    await signOut(page)
    await page.goto('/login')
    await usePasskey(page).click()
    await expect(page.getByRole('alert')).toContainText('it seems to be a copy')
  })

  await test.step('it confirms an old session, and is refused after removal', async () => {
    errors.expectFromNow('the server responded with a status of 403')
    // The server answers like this ten minutes after the sign-in.
    const refusal = { detail: 'Please confirm that it is you.', code: 'reauthentication_required' }
    await laptop.route(
      '**/api/users/factors/passkeys/*/',
      (route) => route.fulfill({ status: 403, json: refusal }),
      { times: 1 },
    )
    await laptop.goto('/profile')
    await passkeys(laptop).getByRole('button', { name: 'Remove' }).click()
    const dialog = laptop.getByRole('alertdialog', { name: "Confirm it's you" })
    await expect(usePasskey(laptop)).toBeFocused()
    await checkAccessibility(laptop, widths)
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(
      passkeys(laptop).getByText('Blue phone is removed. Delete it on your device too.'),
    ).toBeVisible()
    await signOut(laptop)
    await laptop.goto('/login')
    await usePasskey(laptop).click()
    await expect(laptop.getByRole('alert')).toContainText("This passkey isn't registered here")
  })
})
