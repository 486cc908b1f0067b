import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import received from '../../../../api/apitest/testdata/examples/shares-received.json'
import { alerted, under } from '../../testing/alerted'
import reauthenticationRequired from '../../testing/golden/reauthentication-required.json'
import profile from '../../testing/golden/profile-staff.json'
import sessions from '../../testing/golden/sessions.json'
import { openSite } from '../../testing/render-app'
import { api, replayApi, stored } from '../../testing/replay-api'

const password = 'POST /api/users/password/'
const email = 'POST /api/users/email/'
const endSession = 'DELETE /api/users/sessions/{id}/'
const throttled = { detail: 'Request was throttled.' }
const here = {
  ...sessions.body[0],
  user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
}
const phone = {
  ...sessions.body[1],
  user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
}

beforeEach(() => {
  replayApi()
  api.answer('GET /api/users/sessions/', 200, [here, phone])
  api.answer('GET /api/shares/received/', 200, [])
})

async function open(name = 'Safari on Mac') {
  const user = openSite('/profile')
  expect(await screen.findAllByText(name)).toBeTruthy()
  return user
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const part = (name: string) => within(screen.getByRole('region', { name }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
test('shows who is signed in', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Some Body')
  const card = within(screen.getByRole('main'))
  for (const text of ['SB', 'staff@example.test', 'Staff']) card.getByText(text)
  expect(screen.queryByRole('region', { name: 'Confirm your e-mail address' })).toBeNull()
})

test('links what was shared with the user, if anything', async () => {
  await open()
  expect(screen.queryByRole('region', { name: 'Shared with you' })).toBeNull()
  cleanup()
  const [slides] = received.body
  api.answer('GET /api/shares/received/', 200, [
    slides,
    { ...slides, id: 8, kind: 'gallery', name: 'Harbour', until: null },
  ])
  await open()
  const [first] = screen.getAllByRole('region')
  expect(first).toBe(screen.getByRole('region', { name: 'Shared with you' }))
  const until = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(
    new Date(`${slides?.until}T00:00`),
  )
  const items = within(first as HTMLElement).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    `${slides?.name}Document, until ${until}Open`,
    'HarbourGalleryOpen',
  ])
  expect(screen.getByRole('link', { name: `Open ${slides?.name}` }).getAttribute('href')).toBe(
    `/s/${slides?.id}`,
  )
})

test('shows the e-mail address of a user without a name', async () => {
  const user = { ...profile.body, first_name: '', last_name: '', is_staff: false }
  api.answer('GET /api/users/profile/', 200, user)
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('staff@example.test')
  within(screen.getByRole('main')).getByText('S')
  expect(screen.queryByText('Staff')).toBeNull()
})

async function changePassword(user: Awaited<ReturnType<typeof open>>, again = 'tangerine bus 99') {
  await user.type(field('Current password'), 'correct horse')
  await user.type(field('New password'), 'tangerine bus 99')
  await user.type(field('Confirm new password'), again)
  press('Change password')
}

test('a changed password empties the form', async () => {
  const user = await open()
  await changePassword(user)
  const note = await screen.findByText(/has been changed/)
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(field('Current password').value + field('New password').value).toBe('')
})

test('a wrong password and a weak one are reported under their fields', async () => {
  api.replay('password-errors')
  const user = await open()
  await changePassword(user)
  await waitFor(() =>
    expect(under(field('Current password'))).toBe(
      'Your old password was entered incorrectly. Please enter it again.',
    ),
  )
  expect(under(field('New password'))).toContain('This password is entirely numeric.')
  expect(document.activeElement).toBe(field('Current password'))
  expect(field('New password').value).toBe('tangerine bus 99')
})

test('blank and different passwords are not sent', async () => {
  const user = await open()
  press('Change password')
  expect(await screen.findAllByText('This field is required.')).toHaveLength(3)
  expect(document.activeElement).toBe(field('Current password'))
  await changePassword(user, 'tangerine bus 98')
  await waitFor(() => expect(under(field('Confirm new password'))).toBe('Passwords do not match.'))
  expect(api.sent(password)).toEqual([])
})

test.each([
  ['a refusal with words', () => api.once(password, 429, throttled), throttled.detail],
  ['one without', () => api.once(password, 500, {}), 'Your password could not be changed. Please try again.'],
  ['none', () => api.disconnect(password), 'Network error — please try again.'],
])('when the answer is %s, an alert says so and takes the focus', async (_, answer, text) => {
  answer()
  const user = await open()
  await changePassword(user)
  await alerted(text)
})

test('staff of a site without mail change their address at once', async () => {
  api.answer('GET /api/users/profile/', 200, { ...profile.body, lacks_mail: true })
  const user = await open()
  api.answer(email, 200, { detail: 'Your e-mail address has been changed.', changed: true })
  await user.type(field('New e-mail address'), 'new@example.test')
  await user.type(field('Your password'), 'correct horse')
  press('Change address')
  await screen.findByText('Your e-mail address has been changed.')
  expect(screen.getAllByText('new@example.test')).toBeTruthy()
})

test('shows errors of a new e-mail address below its field', async () => {
  api.answer('GET /api/users/profile/', 200, { ...profile.body, lacks_mail: false })
  api.replay('email-asked')
  for (const name of ['email-errors', 'email-taken']) api.replayOnce(name)
  const user = await open()
  press('Send link')
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
  expect(document.activeElement).toBe(field('New e-mail address'))
  expect(api.sent(email)).toEqual([])
  await user.type(field('New e-mail address'), ' new@example.test ')
  await user.type(field('Your password'), 'correct horse{Enter}')
  await waitFor(() =>
    expect(under(field('Your password'))).toBe(
      'Your password was entered incorrectly. Please enter it again.',
    ),
  )
  expect(document.activeElement).toBe(field('Your password'))
  press('Send link')
  await waitFor(() => expect(under(field('New e-mail address'))).toBe('User with this email already exists.'))
  press('Send link')
  await screen.findByText('We sent a link to the new address. Open it to complete the change.')
  expect(field('New e-mail address').value + field('Your password').value).toBe('')
  expect(api.bodies(email)[0]).toEqual({ email: 'new@example.test', password: 'correct horse' })
})

test.each([
  ['a refusal', () => api.once('GET /api/users/data/', 429, throttled), throttled.detail],
  ['a page', () => api.page('GET /api/users/data/'), 'Your data could not be fetched. Please try again.'],
])('when there is %s instead of the data, an alert says so', async (_, answer, text) => {
  answer()
  await open()
  press('Download my data')
  await alerted(text)
})

test('explains the consequences of deleting an account and asks for the password', async () => {
  api.replay('delete-wrong')
  const user = await open()
  press('Delete my account')
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete your account?' }))
  dialog.getByText(/sessions.* are gone for good/)
  dialog.getByText(/Documents and photos that you uploaded stay/)
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  await dialog.findByText('This field is required.')
  await user.type(dialog.getByLabelText('Password'), 'wrong{Enter}')
  await dialog.findByText('Your password was entered incorrectly. Please enter it again.')
  expect(document.activeElement).toBe(dialog.getByLabelText('Password'))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.bodies('POST /api/users/delete/')).toEqual([{ password: 'wrong' }])
})

const rows = () => part('Signed-in devices').getAllByRole('listitem')
const signOut = (name: string) => {
  const row = rows().find((item) => item.textContent.includes(name))
  if (!row) throw new Error(`No device is called ${name}`)
  return within(row).getByRole('button', { name: 'Sign out' })
}

test('describes each device with local times', async () => {
  await open()
  const button = signOut('Chrome on Android')
  const [used] = within(button.closest('li') as HTMLElement).getAllByRole('time')
  expect(used?.getAttribute('datetime')).toBe(phone.last_used_at)
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  expect(used?.textContent).toBe(new Date(phone.last_used_at ?? '').toLocaleString(undefined, options))
  const description = button.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toContain('Chrome on Android')
})

test('shows ten devices at first, and the others when asked', async () => {
  const devices = Array.from({ length: 23 }, (_, i) => ({ ...phone, id: `device${i}` }))
  api.answer('GET /api/users/sessions/', 200, devices)
  const user = await open('Chrome on Android')
  expect(rows()).toHaveLength(10)
  await user.click(screen.getByRole('button', { name: 'Show all 23 devices' }))
  expect(rows()).toHaveLength(23)
  await user.click(screen.getByRole('button', { name: 'Show fewer devices' }))
  expect(rows()).toHaveLength(10)
})

test('a device that signed out meanwhile only leaves the list', async () => {
  api.replay('not-found')
  const user = await open()
  api.answer('GET /api/users/sessions/', 200, [here])
  await user.click(signOut('Chrome on Android'))
  await screen.findByText('Chrome on Android is signed out.')
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('signing this device out is a sign-out like any other', async () => {
  const user = await open()
  await user.click(signOut('Safari on Mac'))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(location.pathname).toBe('/signin')
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(api.sent('POST /api/users/logout/')).toHaveLength(1)
})

test.each(['Sign out everywhere', 'Sign out'])('%s that does not work is reported', async (name) => {
  api.disconnect('DELETE /api/users/sessions/')
  api.disconnect(endSession)
  const user = await open()
  await user.click(name === 'Sign out' ? signOut('Chrome on Android') : screen.getByRole('button', { name }))
  await alerted('Network error — please try again.')
  expect(rows()).toHaveLength(2)
  expect(stored().access).not.toBeNull()
})

test('a list that could not be fetched can be requested again', async () => {
  api.once('GET /api/users/sessions/', 500, {})
  const user = openSite('/profile')
  expect((await screen.findByRole('alert')).textContent).toContain('Your devices could not be listed.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Safari on Mac')
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Signs the phone out, for which the server wants recent authentication. */
async function signOutUnproved() {
  api.answer(endSession, reauthenticationRequired.status, reauthenticationRequired.body)
  const user = await open()
  await user.click(signOut('Chrome on Android'))
  return { user, dialog: within(await screen.findByRole('alertdialog', { name: "Confirm it's you" })) }
}

test('repeats a request after asking for the password', async () => {
  api.replayOnce('reauthentication-wrong')
  const { user, dialog } = await signOutUnproved()
  await user.type(dialog.getByLabelText('Your password'), 'wrong{Enter}')
  await dialog.findByText('Your password was entered incorrectly. Please enter it again.')
  api.replay('session-ended')
  await user.type(dialog.getByLabelText('Your password'), '{Enter}')
  await screen.findByText('Chrome on Android is signed out.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.sent(endSession)).toHaveLength(2)
})

test.each(['Cancel', 'Confirm'])('asks for the password only once: %s', async (answer) => {
  const { user, dialog } = await signOutUnproved()
  await user.type(dialog.getByLabelText('Your password'), 'correct horse')
  await user.click(dialog.getByRole('button', { name: answer }))
  expect((await screen.findByRole('alert')).textContent).toBe("Confirm that it's you before you continue.")
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(rows()).toHaveLength(2)
  expect(api.sent(endSession)).toHaveLength(answer === 'Cancel' ? 1 : 2)
})

test('an address that is not confirmed can get its link again', async () => {
  api.answer('GET /api/users/profile/', 200, { ...profile.body, email_unconfirmed: true, lacks_mail: false })
  const user = await open()
  const card = part('Confirm your e-mail address')
  card.getByText(/A link was mailed to staff@example.test/)
  expect(screen.queryByText(/passkey signs you in/)).toBeNull()
  await user.click(card.getByRole('button', { name: 'Send the link again' }))
  const note = await card.findByText('We sent a link to your address. Open it to confirm the address.')
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  api.once('POST /api/users/email/confirmation/', 429, throttled)
  await user.click(card.getByRole('button', { name: 'Send the link again' }))
  expect((await card.findByRole('alert')).textContent).toContain('Request was throttled.')
})
