import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import settings from '../../testing/golden/admin-settings.json'
import system from '../../testing/golden/admin-system.json'
import user from '../../testing/golden/admin-user.json'
import reauthenticationRequired from '../../testing/golden/reauthentication-required.json'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

beforeEach(() => replayApi())

async function openUser() {
  const actor = openSite('/backend/admin/users/1/')
  await screen.findByRole('heading', { level: 1, name: 'Some Body' })
  return actor
}

test('grants staff access once the password is confirmed', async () => {
  api.once('PUT /api/admin/users/{id}/staff/', reauthenticationRequired.status, reauthenticationRequired.body)
  const actor = await openUser()
  await actor.click(screen.getByRole('button', { name: 'Grant staff access' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "Confirm it's you" }))
  await actor.type(dialog.getByLabelText('Your password'), 'correct horse')
  api.answer('POST /api/users/reauthentication/', 204)
  api.answer('PUT /api/admin/users/{id}/staff/', 204)
  api.answer('GET /api/admin/users/{id}/', 200, { ...user.body, is_staff: true })
  await actor.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('button', { name: 'Remove staff access' })
  screen.getByText('Staff access granted.')
  expect(api.bodies('PUT /api/admin/users/{id}/staff/')).toEqual([{ is_staff: true }, { is_staff: true }])
})

test('changes the visibility once the password is confirmed', async () => {
  api.answer('GET /api/admin/settings/', 200, {
    ...settings.body,
    visibility: { value: 'public', set_by: '' },
  })
  api.once(
    'PUT /api/admin/settings/visibility/',
    reauthenticationRequired.status,
    reauthenticationRequired.body,
  )
  const actor = openSite('/backend/admin/settings')
  await actor.click(await screen.findByRole('radio', { name: /^Private/ }))
  await actor.click(screen.getByRole('button', { name: 'Save visibility' }))
  const question = await screen.findByRole('alertdialog', { name: 'Make your site private?' })
  await actor.click(within(question).getByRole('button', { name: 'Make private' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "Confirm it's you" }))
  await actor.type(dialog.getByLabelText('Your password'), 'correct horse')
  api.answer('POST /api/users/reauthentication/', 204)
  api.answer('PUT /api/admin/settings/visibility/', 204)
  await actor.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Your site is private now.')
  expect(api.bodies('PUT /api/admin/settings/visibility/')).toHaveLength(2)
})

test('sends a test mail to any port, and says why it failed', async () => {
  const release = api.hold('POST /api/admin/settings/mail/test/', 'mail-test-failed')
  const actor = openSite('/backend/admin/settings')
  await actor.type(await screen.findByLabelText('Server'), 'mail.example')
  await actor.selectOptions(screen.getByLabelText('Encryption'), 'TLS')
  const port = screen.getByLabelText<HTMLInputElement>('Port')
  expect(port.value).toBe('465')
  await actor.clear(port)
  await actor.type(port, '2465')
  await actor.click(screen.getByRole('button', { name: 'Send a test' }))
  await screen.findByRole('button', { name: 'Sending…' })
  screen.getByRole('button', { name: 'Save mail' })
  release()
  const alert = await screen.findByText(/^The mail server refused the connection\./)
  expect(alert.nextSibling?.textContent).toMatch(/connection refused$/)
  expect(api.bodies('POST /api/admin/settings/mail/test/')).toMatchObject([
    { server: 'mail.example', port: 2465, encryption: 'tls' },
  ])
})

test('asks before staff deactivate their own account', async () => {
  api.answer('GET /api/admin/users/{id}/', 200, { ...user.body, id: 2 })
  const actor = await openUser()
  await actor.click(screen.getByRole('button', { name: 'Deactivate' }))
  const question = await screen.findByRole('alertdialog', { name: 'Deactivate your own account?' })
  await actor.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(api.sent('PUT /api/admin/users/{id}/active/')).toEqual([])
})

test('reports a user that no longer exists', async () => {
  api.answer('GET /api/admin/users/{id}/', 404, { detail: 'Not found.' })
  openSite('/backend/admin/users/1/')
  await screen.findByText('This no longer exists.')
})

test('names stored settings that cannot be used and leads to them', async () => {
  const mails = { ...system.body.mails, sent_by: '', fault: 'Enter the mail settings.' }
  const backups = {
    ...{ name: '', place: 'the folder /backups', bytes: 0, made_at: null, failed_at: null, failure: '' },
    ...{ missed_nights: 0, fault: 'Enter the settings of the backups.' },
  }
  const version = 'portfolio 2.0.0 (f30db4d8ccca of 2026-11-28T23:32:30Z), go1.26.0, linux/amd64'
  api.answer('GET /api/admin/system/', 200, { ...system.body, mails, backups, version })
  openSite('/backend/admin/system')
  const alerts = await screen.findAllByRole('alert')
  expect(screen.getByText('Version').nextSibling?.textContent).toBe('2.0.0 (f30db4d8ccca)')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    'Enter the settings of the backups. Settings',
    'Enter the mail settings. Settings',
  ])
  const links = alerts.map((alert) => within(alert).getByRole<HTMLAnchorElement>('link').pathname)
  expect(links).toEqual(['/backend/admin/settings', '/backend/admin/settings'])
})

test('retries and discards mails that failed', async () => {
  const actor = openSite('/backend/admin/system')
  const retry = await screen.findByRole('button', { name: 'Retry the mail to user@example.test' })
  const [newest = 0, older = 0] = system.body.mails.pending.map(({ id }) => id)
  api.answer('POST /api/admin/mails/{id}/retry/', 204)
  api.answer('DELETE /api/admin/mails/{id}/', 204)
  await actor.click(retry)
  await screen.findByText('Mail queued again.')
  const mails = { ...system.body.mails, pending: [], failed: 0 }
  api.answer('GET /api/admin/system/', 200, { ...system.body, mails })
  await actor.click(screen.getByRole('button', { name: 'Discard the mail to one@example.test' }))
  await screen.findByText('No mail waiting.')
  expect(api.sent('POST /api/admin/mails/{id}/retry/').map(({ path }) => path)).toEqual([
    `/api/admin/mails/${newest}/retry/`,
  ])
  expect(api.sent('DELETE /api/admin/mails/{id}/').map(({ path }) => path)).toEqual([
    `/api/admin/mails/${older}/`,
  ])
})

test.each([
  ['', 'GET /api/admin/overview/'],
  ['/users', 'GET /api/admin/users/'],
  ['/users/1', 'GET /api/admin/users/{id}/'],
  ['/system', 'GET /api/admin/system/'],
  ['/audit', 'GET /api/admin/audit/'],
] as const)('offers to load /backend/admin%s again after a failure', async (path, call) => {
  api.once(call, 500, {})
  const actor = openSite(`/backend/admin${path}`)
  await actor.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() => expect(api.sent(call)).toHaveLength(2))
})

test("asks for the days of the audit log in the reader's time zone", async () => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  openSite('/backend/admin/audit?from=2026-03-29&to=2026-03-29')
  await waitFor(() => expect(api.sent('GET /api/admin/audit/')).toHaveLength(1))
  vi.unstubAllEnvs()
  // Summer time begins on that day: it has 23 hours.
  const sent = new URLSearchParams(api.sent('GET /api/admin/audit/')[0]?.path.split('?')[1])
  expect(sent.get('from')).toBe('2026-03-28T23:00:00.000Z')
  expect(sent.get('to')).toBe('2026-03-29T22:00:00.000Z')
})

test.each([
  ['/backend/admin', 'Overview'],
  ['/backend/admin/users', 'Users'],
])('the side navigation marks only the entry of %s', async (path, entry) => {
  openSite(path)
  const navigation = await screen.findByRole('navigation', { name: 'Manage' })
  const current = [...navigation.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent)
  expect(current).toEqual([entry])
})
