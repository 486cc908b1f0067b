import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeAuthenticator } from '../../testing/fake-authenticator'
import factors from '../../testing/golden/factors.json'
import withPasskey from '../../testing/golden/factors-passkey.json'
import reauthenticationRequired from '../../testing/golden/reauthentication-required.json'
import passkeyUnknown from '../../testing/golden/passkey-unknown.json'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const list = 'GET /api/users/factors/'
const removal = 'DELETE /api/users/factors/passkeys/{id}/'
let authenticator: ReturnType<typeof fakeAuthenticator>

beforeEach(() => {
  replayApi('user')
  api.replay('factors')
  authenticator = fakeAuthenticator()
})

async function open(name: 'Passkeys' | 'Second factor') {
  const user = openSite('/profile')
  const section = within(await screen.findByRole('region', { name }))
  return { user, section }
}

/** Replaces the answers of a second factor, which the visitor has from now on. */
const have = (changes: Partial<typeof factors.body>) =>
  api.answer(list, 200, { ...factors.body, recovery_codes: 10, ...changes })

test('shows the QR code and copies the key and the recovery codes', async () => {
  const { user, section } = await open('Second factor')
  await user.click(await section.findByRole('button', { name: 'Set up an authenticator app' }))
  const code = await section.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(code.getAttribute('viewBox')).toBe('0 0 49 49')
  await user.click(section.getByRole('button', { name: 'Copy key' }))
  await section.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toBe('GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ')
  have({ totp: true, recovery_codes: 2 })
  await user.type(section.getByLabelText('Code'), '287082{Enter}')
  await section.findByRole('list', { name: 'Recovery codes' })
  expect(document.activeElement?.textContent).toContain('These are your recovery codes.')
  await user.click(section.getByRole('button', { name: 'Copy codes' }))
  await section.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toMatch(/^AAAA-BBBB-CCCC-DDDD-EEEE-FFFA\n(.*\n){9}$/)
  await user.click(section.getByRole('button', { name: 'I have saved them' }))
  await section.findByText(/^An authenticator app is set up\. 2 recovery codes are left/)
  expect(document.activeElement?.textContent).toBe('Your next sign-in asks for a code.')
  expect(section.queryByText(/AAAA/)).toBeNull()
})

test('cancels the setup and reports a refused copy', async () => {
  const { user, section } = await open('Second factor')
  await user.click(await section.findByRole('button', { name: 'Set up an authenticator app' }))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(await section.findByRole('button', { name: 'Copy key' }))
  await section.findByText('Your browser did not allow it. Select the text and copy it.')
  await user.click(section.getByRole('button', { name: 'Cancel' }))
  expect(section.queryByText(/GEZD/)).toBeNull()
  expect(document.activeElement).toBe(section.getByRole('button', { name: 'Set up an authenticator app' }))
})

test('says when the codes of the app cannot be checked', async () => {
  have({ totp: true, totp_fault: 'Remove it, and set it up again.' })
  const { section } = await open('Second factor')
  expect((await section.findByRole('alert')).textContent).toBe('Remove it, and set it up again.')
})

test('replaces recovery codes', async () => {
  have({ totp: true, recovery_codes: 1 })
  const { user, section } = await open('Second factor')
  await section.findByText(/One recovery code is left/)
  have({ totp: true })
  await user.click(section.getByRole('button', { name: 'Make new recovery codes' }))
  await section.findByText('AAAA-BBBB-CCCC-DDDD-EEEE-FFFA')
  await user.click(section.getByRole('button', { name: 'I have saved them' }))
  await section.findByText(/10 recovery codes are left/)
})

test('explains a required second factor and reports a failure', async () => {
  have({ required: true })
  const { user, section } = await open('Second factor')
  const notice = await section.findByText(/The owner of this site asks staff for a second factor/)
  expect(document.activeElement?.contains(notice)).toBe(true)
  api.disconnect('POST /api/users/factors/totp/')
  await user.click(section.getByRole('button', { name: 'Set up an authenticator app' }))
  await section.findByText('Network error — please try again.')
})

test('a further passkey needs a name, and comes without recovery codes', async () => {
  const added = { passkey: withPasskey.body.passkeys[0], recovery_codes: [] }
  api.answer('POST /api/users/factors/passkeys/', 201, added)
  const { user, section } = await open('Passkeys')
  const name = await section.findByLabelText<HTMLInputElement>('Name of the new passkey')
  expect(name.value).not.toBe('')
  await user.clear(name)
  await user.click(section.getByRole('button', { name: 'Add a passkey' }))
  await section.findByText('This field is required.')
  await user.type(name, 'Blue phone{Enter}')
  await section.findByText('Blue phone is added. It signs you in without a password.')
  expect(section.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
  expect(api.bodies('POST /api/users/factors/passkeys/')).toMatchObject([
    { name: 'Blue phone', credential: { id: 'AQID', response: { attestationObject: 'AQID' } } },
  ])
})

test.each([
  ['NotAllowedError', /^No passkey was used: you cancelled/],
  ['InvalidStateError', 'This device has a passkey of your account already.'],
  ['SecurityError', /^Passkeys do not work at this address\./],
  ['UnknownError', 'The browser could not use a passkey. Please try again.'],
])("explains the browser's %s", async (name, words) => {
  authenticator.create.mockImplementation(() => Promise.reject(new DOMException('', name)))
  const { user, section } = await open('Passkeys')
  await user.click(await section.findByRole('button', { name: 'Add a passkey' }))
  await section.findByText(words)
  expect(api.sent('POST /api/users/factors/passkeys/')).toEqual([])
})

test.each([
  ['isSecureContext', false, 'Passkeys need an encrypted connection. Open this site over HTTPS.'],
  ['PublicKeyCredential', undefined, 'This browser cannot use passkeys. Update it, or use your password.'],
])('explains a missing %s', async (name, value, words) => {
  vi.stubGlobal(name, value)
  if (value === undefined) Reflect.deleteProperty(globalThis, name)
  const { user, section } = await open('Passkeys')
  await user.click(await section.findByRole('button', { name: 'Add a passkey' }))
  await section.findByText(words)
})

/** Removes the passkey, for which the server wants recent authentication. */
async function removeUnproved() {
  api.replay('factors-passkey')
  api.once(removal, reauthenticationRequired.status, reauthenticationRequired.body)
  const { user, section } = await open('Passkeys')
  await user.click(await section.findByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "Confirm it's you" }))
  return { user, section, dialog }
}

test('a passkey confirms that it is the user, and the server says why it does not', async () => {
  const reauthentication = 'POST /api/users/reauthentication/passkey/'
  api.once(reauthentication, 400, { credential: [passkeyUnknown.body.detail] })
  api.answer(reauthentication, 204)
  const { user, section, dialog } = await removeUnproved()
  await user.click(await dialog.findByRole('button', { name: 'Use a passkey' }))
  await dialog.findByText(/^This passkey isn't registered here/)
  await user.click(dialog.getByRole('button', { name: 'Use a passkey' }))
  await section.findByText('Blue phone is removed. Delete it on your device too.')
  expect(api.sent(reauthentication)).toHaveLength(2)
})

test('explains at an IP address why passkeys are unavailable', async () => {
  vi.stubGlobal('location', new URL('http://192.0.2.7/profile'))
  const { user, section, dialog } = await removeUnproved()
  section.getByText(
    'Passkeys need a host name. To add one, open this site by its name instead of its IP address.',
  )
  expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await user.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}')
  await section.findByText('Blue phone is removed. Delete it on your device too.')
})

test('a list of passkeys that cannot be loaded says so', async () => {
  api.answer(list, 500)
  const { section } = await open('Passkeys')
  await section.findByText('Your passkeys could not be looked up. Load the page again.')
})
