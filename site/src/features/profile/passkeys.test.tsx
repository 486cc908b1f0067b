import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeAuthenticator } from '../../testing/fake-authenticator'
import { FakeServer } from '../../testing/fake-server'
import factorsPasskey from '../../testing/golden/factors-passkey.json'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer
let authenticator: ReturnType<typeof fakeAuthenticator>

beforeEach(() => {
  server = new FakeServer()
  authenticator = fakeAuthenticator()
})

async function open() {
  signedIn(server)
  const user = openSite('/profile')
  const section = within(await screen.findByRole('region', { name: 'Passkeys' }))
  return { user, section }
}

const refuse = (name: string) => () => Promise.reject(new DOMException('', name))

test('a passkey is added with a name, renamed and removed', async () => {
  const { user, section } = await open()
  const name = await section.findByLabelText('Name of the new passkey')
  expect((name as HTMLInputElement).value).not.toBe('')
  await user.clear(name)
  await user.click(section.getByRole('button', { name: 'Add a Passkey' }))
  await section.findByText('This field is required.')
  await user.type(name, 'Blue phone{Enter}')
  const row = within(await section.findByRole('list', { name: 'Your passkeys' }))
  await section.findByRole('list', { name: 'Recovery codes' })
  expect(server.requestsTo('POST /api/users/factors/passkeys/')[0]?.body).toMatchObject({
    name: 'Blue phone',
    credential: { id: 'AQID', rawId: 'AQID', response: { attestationObject: 'AQID' } },
  })
  await user.click(section.getByRole('button', { name: /^I Have/ }))
  await user.click(section.getByRole('button', { name: 'Add a Passkey' }))
  await section.findByText(/ is added\. It signs you in without a password\.$/)
  expect(section.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
  await user.click(row.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement)
  await waitFor(() => expect(row.getAllByRole('button', { name: 'Remove' })).toHaveLength(1))
  await user.click(row.getByRole('button', { name: 'Rename' }))
  const renamed = row.getByLabelText('Name')
  expect(document.activeElement).toBe(renamed)
  await user.clear(renamed)
  await user.type(renamed, 'Old phone{Enter}')
  await section.findByText('Old phone is renamed.')
  await user.click(section.getByRole('button', { name: 'Remove' }))
  await section.findByText('Old phone is removed. Delete it on your device too.')
  await waitFor(() => expect(section.queryByRole('list', { name: 'Your passkeys' })).toBeNull())
})

test.each([
  ['NotAllowedError', /^No passkey was used: you cancelled/],
  ['InvalidStateError', 'This device has a passkey of your account already.'],
  ['SecurityError', /^Passkeys do not work at this address\./],
  ['UnknownError', 'The browser could not use a passkey. Please try again.'],
])("explains the browser's %s", async (name, words) => {
  authenticator.create.mockImplementation(refuse(name))
  const { user, section } = await open()
  await user.click(await section.findByRole('button', { name: 'Add a Passkey' }))
  await section.findByText(words)
  expect(server.requestsTo('POST /api/users/factors/passkeys/')).toEqual([])
})

test.each([
  ['isSecureContext', false, 'Passkeys need an encrypted connection. Open this site over HTTPS.'],
  ['PublicKeyCredential', undefined, 'This browser cannot use passkeys. Update it, or use your password.'],
])('explains a missing %s', async (name, value, words) => {
  vi.stubGlobal(name, value)
  if (value === undefined) Reflect.deleteProperty(globalThis, name)
  const { user, section } = await open()
  await user.click(await section.findByRole('button', { name: 'Add a Passkey' }))
  await section.findByText(words)
})

test('a passkey confirms that it is the user, and the server says why it does not', async () => {
  server.accounts.passkeys = [...factorsPasskey.body.passkeys]
  server.accounts.proved = false
  server.accounts.passkeyGood = false
  const { user, section } = await open()
  await user.click(await section.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "Confirm it's you" }))
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }))
  await dialog.findByText(/^This passkey isn't registered here/)
  server.accounts.passkeyGood = true
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }))
  await section.findByText('Blue phone is removed. Delete it on your device too.')
  expect(server.requestsTo('POST /api/users/proof/passkey/')).toHaveLength(2)
})

test('explains at an IP address why passkeys are unavailable', async () => {
  server.accounts.passkeys = [...factorsPasskey.body.passkeys]
  server.accounts.proved = false
  vi.stubGlobal('location', new URL('http://192.0.2.7/profile'))
  const { user, section } = await open()
  await section.findByText(
    'Passkeys need a host name. To add one, open this site by its name instead of its IP address.',
  )
  expect(section.queryByRole('button', { name: 'Add a Passkey' })).toBeNull()
  await user.click(await section.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "Confirm it's you" }))
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await user.type(dialog.getByLabelText('Your password'), `${server.password}{Enter}`)
  await section.findByText('Blue phone is removed. Delete it on your device too.')
})

test('a list of passkeys that cannot be loaded says so', async () => {
  server.next('GET /api/users/factors/', () => new Response(null, { status: 500 }))
  const { section } = await open()
  await section.findByText('Your passkeys could not be looked up. Load the page again.')
})
