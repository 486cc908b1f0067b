import { randomUUID } from 'node:crypto'
import { addAuthenticator } from './fixtures/authenticator.ts'
import { freePort } from './fixtures/free-port.ts'
import { createPerson, signInAtForm } from './fixtures/people.ts'
import { startServer } from './fixtures/server.ts'
import { expect, test as base } from './fixtures/test.ts'

/** A site at a name in Unicode, which a browser finds on this machine and takes for secure. */
const test = base.extend({
  site: async ({ engine, errors }, use) => {
    const port = await freePort()
    const url = `http://Bücher.localhost:${port}`
    const settings = { LISTEN_ADDR: `0.0.0.0:${port}`, PUBLIC_URL: url }
    const site = await startServer(engine, { settings })
    expect(site.url).toBe(`http://127.0.0.1:${port}`)
    await use({ ...site, url })
    errors.addLog(await site.stop())
  },
})

test('a Unicode address has one account in every spelling @all', async ({ page, site, errors }) => {
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

  await page.evaluate(() => localStorage.clear())
  errors.expectFromNow('the server responded with a status of 400')
  const [mailbox = ''] = person.email.split('@')
  const password = `walrus ${randomUUID()}`
  for (const domain of ['bücher.example', 'xn--bcher-kva.example', 'BÜCHER.example']) {
    await page.goto('/register')
    await page.getByLabel('E-mail').fill(`${mailbox}@${domain}`)
    await page.getByLabel('First name').fill('Joris')
    await page.getByLabel('Last name').fill('Veen')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByLabel('I agree to the Terms and Conditions').check()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('User with this email already exists.')).toBeVisible()
  }
})
