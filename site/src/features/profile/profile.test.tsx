import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../lib/browser'
import { FakeServer, json, staffUser } from '../../testing/fake-server'
import { openSite, signedIn, stored } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)
})

async function open() {
  signedIn(server)
  const user = openSite('/profile')
  await screen.findByText('Safari on Mac')
  return user
}

const part = (name: string) => within(screen.getByRole('region', { name }))
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const under = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent

test('shows who is signed in', async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edda Quillane')
  const card = within(screen.getByRole('main'))
  expect(card.getByText('EQ')).toBeTruthy()
  expect(card.getByText('edda@example.test')).toBeTruthy()
  expect(card.getByText('Staff')).toBeTruthy()
})

test('shows the e-mail address of a user without a name', async () => {
  server.user = { ...staffUser, first_name: '', last_name: '', is_staff: false }
  await open()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('edda@example.test')
  expect(within(screen.getByRole('main')).getByText('E')).toBeTruthy()
  expect(screen.queryByText('Staff')).toBeNull()
})

test('saves the names, here and in the bar', async () => {
  const user = await open()
  await user.clear(field('First name'))
  await user.type(field('First name'), 'Nell')
  await user.click(screen.getByRole('button', { name: 'Save Name' }))
  const note = await part('Your name').findByText('Your name has been saved.')
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(server.requestsTo('PATCH /api/users/profile/').map(({ body }) => body)).toEqual([
    { first_name: 'Nell', last_name: 'Quillane' },
  ])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nell Quillane')
  expect(screen.getByRole('banner').textContent).toContain('Nell')
})

test("shows the server's error about a blank name below its field", async () => {
  const user = await open()
  await user.clear(field('Last name'))
  await user.click(screen.getByRole('button', { name: 'Save Name' }))
  await waitFor(() => expect(under('Last name')).toBe('This field may not be blank.'))
  expect(document.activeElement).toBe(field('Last name'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edda Quillane')
})

async function changePassword(
  user: Awaited<ReturnType<typeof open>>,
  old: string,
  next: string,
  again = next,
) {
  for (const [label, value] of [
    ['Current password', old],
    ['New password', next],
    ['Confirm new password', again],
  ] as const) {
    await user.clear(field(label))
    if (value !== '') await user.type(field(label), value)
  }
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
}

test('changes the password, empties the form and reloads the devices', async () => {
  const user = await open()
  expect(screen.getByText('Chrome on Android')).toBeTruthy()
  await changePassword(user, 'correct horse', 'tangerine bus 99')
  await screen.findByText('Your password has been changed. Your other devices are signed out.')
  expect(server.requestsTo('POST /api/users/password/').map(({ body }) => body)).toEqual([
    { old_password: 'correct horse', new_password: 'tangerine bus 99', new_password2: 'tangerine bus 99' },
  ])
  expect(server.password).toBe('tangerine bus 99')
  expect(field('Current password').value + field('New password').value).toBe('')
  expect(screen.queryByText('Chrome on Android')).toBeNull()
})

test('a wrong password and a weak one are reported under their fields', async () => {
  const user = await open()
  await changePassword(user, 'wrong', '12345')
  await waitFor(() =>
    expect(under('Current password')).toBe(
      'Your old password was entered incorrectly. Please enter it again.',
    ),
  )
  expect(under('New password')).toContain('This password is entirely numeric.')
  expect(document.activeElement).toBe(field('Current password'))
  expect(field('New password').value).toBe('12345')
})

test('different new passwords are not sent', async () => {
  const user = await open()
  await changePassword(user, 'correct horse', 'tangerine bus 99', 'tangerine bus 98')
  await waitFor(() => expect(under('Confirm new password')).toBe('Passwords do not match.'))
  expect(server.requestsTo('POST /api/users/password/')).toEqual([])
})

test('blank passwords are not sent', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  expect(await screen.findAllByText('This field is required.')).toHaveLength(3)
  expect(document.activeElement).toBe(field('Current password'))
  expect(server.requestsTo('POST /api/users/password/')).toEqual([])
})

test.each([
  ['a refusal with words', () => json(429, { detail: 'Request was throttled.' }), 'Request was throttled.'],
  ['one without', () => json(500, {}), 'Your password could not be changed. Please try again.'],
  ['none', () => Promise.reject(new TypeError('Failed to fetch')), 'Network error — please try again.'],
])('when the answer is %s, an alert says so and takes the focus', async (_, answer, text) => {
  const user = await open()
  server.next('POST /api/users/password/', answer)
  await changePassword(user, 'correct horse', 'tangerine bus 99')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(document.activeElement).toBe(alert)
})

async function askForEmail(user: Awaited<ReturnType<typeof open>>, email: string, password: string) {
  if (email !== '') await user.type(field('New e-mail address'), email)
  if (password !== '') await user.type(field('Your password'), password)
  await user.click(screen.getByRole('button', { name: 'Send Link' }))
}

test("requests a new e-mail address and shows the server's message", async () => {
  const user = await open()
  await askForEmail(user, ' new@example.test ', 'correct horse')
  const note = await part('E-mail address').findByText(
    'We sent a link to the new address. Open it to complete the change.',
  )
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(server.requestsTo('POST /api/users/email/').map(({ body }) => body)).toEqual([
    { email: 'new@example.test', password: 'correct horse' },
  ])
  expect(field('New e-mail address').value + field('Your password').value).toBe('')
  expect(within(screen.getByRole('main')).getByText('edda@example.test')).toBeTruthy()
})

test('shows errors of a new e-mail address below its field', async () => {
  const user = await open()
  await askForEmail(user, '', '')
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2)
  expect(document.activeElement).toBe(field('New e-mail address'))
  expect(server.requestsTo('POST /api/users/email/')).toEqual([])
  await askForEmail(user, 'taken@example.test', 'wrong')
  await waitFor(() =>
    expect(under('Your password')).toBe('Your password was entered incorrectly. Please enter it again.'),
  )
  expect(document.activeElement).toBe(field('Your password'))
  await user.clear(field('Your password'))
  await askForEmail(user, '', 'correct horse')
  await waitFor(() => expect(under('New e-mail address')).toBe('User with this email already exists.'))
  expect(field('New e-mail address').value).toBe('taken@example.test')
})

test("downloads the user's data", async () => {
  const saved: { name: string; blob: Blob }[] = []
  let blob = new Blob()
  // jsdom has neither.
  Object.assign(URL, {
    createObjectURL: (made: Blob) => ((blob = made), 'blob:data'),
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Download My Data' }))
  const note = await screen.findByText('Your data are in the file that was downloaded.')
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(saved).toHaveLength(1)
  expect(saved[0]?.name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/)
  const reader = new FileReader()
  const read = new Promise((resolve) => (reader.onload = resolve))
  reader.readAsText(blob)
  await read
  expect(JSON.parse(reader.result as string)).toMatchObject({
    version: 1,
    account: { email: 'edda@example.test' },
  })
})

test.each([
  ['a refusal with words', () => json(429, { detail: 'Request was throttled.' }), 'Request was throttled.'],
  [
    'a page',
    () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    'Your data could not be fetched. Please try again.',
  ],
])('when there is %s instead of the data, an alert says so', async (_, answer, text) => {
  const user = await open()
  server.next('GET /api/users/data/', answer)
  await user.click(screen.getByRole('button', { name: 'Download My Data' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(document.activeElement).toBe(alert)
})

async function askToDelete() {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Delete My Account' }))
  return { user, dialog: within(screen.getByRole('alertdialog', { name: 'Delete your account?' })) }
}

test('explains the consequences before deleting an account', async () => {
  const { user, dialog } = await askToDelete()
  expect(dialog.getByText(/sessions.* are gone for good/)).toBeTruthy()
  expect(dialog.getByText(/Documents and pictures that you uploaded stay/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(server.requestsTo('POST /api/users/delete/')).toEqual([])
})

test('deletes the account after a password and confirms it on the sign-in screen', async () => {
  const { user, dialog } = await askToDelete()
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }))
  await dialog.findByText('This field is required.')
  const password = dialog.getByLabelText('Password')
  await user.type(password, 'wrong{Enter}')
  await dialog.findByText('Your password was entered incorrectly. Please enter it again.')
  expect(document.activeElement).toBe(password)
  await user.clear(password)
  await user.type(password, 'correct horse{Enter}')
  await screen.findByText('Your account has been deleted.')
  expect(location.pathname).toBe('/login')
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(server.requestsTo('POST /api/users/delete/').map(({ body }) => body)).toEqual([
    { password: 'wrong' },
    { password: 'correct horse' },
  ])
})

test('explains why the last staff account cannot be deleted', async () => {
  const { user, dialog } = await askToDelete()
  server.next('POST /api/users/delete/', () =>
    json(409, { detail: 'This is the last active staff account.' }),
  )
  await user.type(dialog.getByLabelText('Password'), 'correct horse{Enter}')
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toBe('This is the last active staff account.')
  expect(document.activeElement).toBe(alert)
  expect(stored().access).not.toBeNull()
})

const rows = () => part('Signed-in devices').getAllByRole('listitem')
const row = (name: string) => {
  const found = rows().find((item) => item.textContent.includes(name))
  if (!found) throw new Error(`No device is called ${name}`)
  return within(found)
}

test('lists the devices by readable names, with local times, this one marked', async () => {
  await open()
  expect(rows()).toHaveLength(2)
  expect(row('Safari on Mac').getByText('This device')).toBeTruthy()
  expect(row('Chrome on Android').queryByText('This device')).toBeNull()
  const [used] = row('Chrome on Android').getAllByRole('time')
  expect(used?.getAttribute('datetime')).toBe('2026-11-20T21:22:23.400Z')
  expect(used?.textContent).toBe(
    new Date('2026-11-20T21:22:23.400Z').toLocaleString(undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
    }),
  )
  const button = row('Chrome on Android').getByRole('button', { name: 'Sign out' })
  const description = button.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toContain('Chrome on Android')
})

test('shows ten devices at first, and the others when asked', async () => {
  const [here] = server.accounts.devices
  if (!here) throw new Error('there is no device')
  server.accounts.devices = Array.from({ length: 23 }, (_, i) => ({
    ...here,
    id: `device${i}`,
    current: i === 0,
  }))
  signedIn(server)
  const user = openSite('/profile')
  await waitFor(() => expect(screen.queryAllByText('Safari on Mac')).not.toHaveLength(0))
  expect(rows()).toHaveLength(10)
  await user.click(part('Signed-in devices').getByRole('button', { name: 'Show all 23 devices' }))
  expect(rows()).toHaveLength(23)
  await user.click(part('Signed-in devices').getByRole('button', { name: 'Show fewer devices' }))
  expect(rows()).toHaveLength(10)
})

test('signs another device out', async () => {
  const user = await open()
  await user.click(row('Chrome on Android').getByRole('button', { name: 'Sign out' }))
  const note = await screen.findByText('Chrome on Android is signed out.')
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(rows()).toHaveLength(1)
  expect(server.requestsTo('DELETE /api/users/sessions/there/')).toHaveLength(1)
  expect(stored().access).not.toBeNull()
})

test('a device that signed out meanwhile only leaves the list', async () => {
  const user = await open()
  server.accounts.devices = server.accounts.devices.filter(({ id }) => id !== 'there')
  await user.click(row('Chrome on Android').getByRole('button', { name: 'Sign out' }))
  await screen.findByText('Chrome on Android is signed out.')
  expect(rows()).toHaveLength(1)
})

test('signing this device out is a sign-out like any other', async () => {
  const user = await open()
  await user.click(row('Safari on Mac').getByRole('button', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(location.pathname).toBe('/signin')
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(server.requestsTo('POST /api/users/logout/')).toHaveLength(1)
})

test('signs out everywhere, here too', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(server.requestsTo('DELETE /api/users/sessions/')).toHaveLength(1)
  expect(server.accounts.devices).toEqual([])
  expect(stored()).toEqual({ access: null, refresh: null })
})

test.each(['Sign out everywhere', 'Sign out'])('%s that does not work is reported', async (name) => {
  const user = await open()
  server.failNetwork('DELETE /api/users/sessions/')
  server.failNetwork('DELETE /api/users/sessions/there/')
  await user.click(
    name === 'Sign out' ? row('Chrome on Android').getByRole('button') : screen.getByRole('button', { name }),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Network error — please try again.')
  expect(document.activeElement).toBe(alert)
  expect(rows()).toHaveLength(2)
  expect(stored().access).not.toBeNull()
})

test('a list that could not be fetched can be requested again', async () => {
  server.next('GET /api/users/sessions/', () => json(500, {}))
  signedIn(server)
  const user = openSite('/profile')
  expect((await screen.findByRole('alert')).textContent).toContain('Your devices could not be listed.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Safari on Mac')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('neither passwords nor names are logged', async () => {
  const user = await open()
  await changePassword(user, 'correct horse', 'tangerine bus 99')
  await screen.findByText(/has been changed/)
  const logged = vi.mocked(console.info).mock.calls.flat().join('\n')
  expect(logged).toMatch(/^POST \/api\/users\/password\/ 204 \d+ ms$/m)
  for (const secret of ['correct horse', 'tangerine', 'Quillane']) expect(logged).not.toContain(secret)
})

async function signOutThereUnproved() {
  const user = await open()
  server.accounts.proved = false
  await user.click(row('Chrome on Android').getByRole('button', { name: 'Sign out' }))
  return { user, dialog: within(await screen.findByRole('alertdialog', { name: "Confirm it's you" })) }
}

test('repeats a request after asking for the password', async () => {
  const { user, dialog } = await signOutThereUnproved()
  const password = dialog.getByLabelText('Your password')
  await user.type(password, 'wrong{Enter}')
  await dialog.findByText('Your password was entered incorrectly. Please enter it again.')
  await user.clear(password)
  await user.type(password, 'correct horse{Enter}')
  await screen.findByText('Chrome on Android is signed out.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(rows()).toHaveLength(1)
  expect(server.requestsTo('POST /api/users/proof/').map(({ body }) => body)).toEqual([
    { password: 'wrong' },
    { password: 'correct horse' },
  ])
  expect(server.requestsTo('DELETE /api/users/sessions/there/')).toHaveLength(2)
})

test('does nothing without the password and shows why', async () => {
  const { user, dialog } = await signOutThereUnproved()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe("Confirm that it's you before you continue.")
  expect(rows()).toHaveLength(2)
  expect(server.requestsTo('DELETE /api/users/sessions/there/')).toHaveLength(1)
})

test('asks for the password only once', async () => {
  const { user, dialog } = await signOutThereUnproved()
  server.next('POST /api/users/proof/', () => new Response(null, { status: 204 }))
  await user.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe("Confirm that it's you before you continue.")
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('an address that is not confirmed can get its link again', async () => {
  server.user = { ...server.user, email_unconfirmed: true }
  const user = await open()
  const card = part('Confirm your e-mail address')
  expect(card.getByText(/A link was mailed to edda@example.test/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Send the Link Again' }))
  const note = await card.findByText('We sent a link to your address. Open it to confirm the address.')
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(server.requestsTo('POST /api/users/email/confirmation/')).toHaveLength(1)
  server.next('POST /api/users/email/confirmation/', () => json(429, { detail: 'Request was throttled.' }))
  await user.click(card.getByRole('button', { name: 'Send the Link Again' }))
  expect((await card.findByRole('alert')).textContent).toContain('Request was throttled.')
})

test('a confirmed address needs nothing', async () => {
  await open()
  expect(screen.queryByRole('region', { name: 'Confirm your e-mail address' })).toBeNull()
})
