import { randomUUID } from 'node:crypto'
import { addAuthenticator } from './fixtures/authenticator.ts'
import { createPerson, signInAtForm } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

// A browser finds it on this machine and takes it for secure.
test.use({ empty: true, host: 'Bücher.localhost' })

test('a Unicode address signs in at a Unicode host, even with a passkey @all', async ({ page, site }) => {
  const person = await createPerson(site, { email: `noor.${randomUUID()}@bücher.example` })
  await addAuthenticator(page)
  await signInAtForm(page, person)
  await page.goto('/profile')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByLabel('Name of the new passkey').fill('Blue phone')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByRole('list', { name: 'Your passkeys' })).toContainText('Blue phone')

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/')
  await expect(page.getByRole('button', { name: /Noor/ })).toBeVisible()
})
