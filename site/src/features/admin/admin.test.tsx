import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeServer, json, replay } from '../../testing/fake-server'
import freshProofRequired from '../../testing/golden/fresh-proof-required.json'
import { openSite, signedIn } from '../../testing/render-app'
import { dismissToast } from '../../ui/toast'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  signedIn(server)
})

// Toasts outlive the screen that showed them.
afterEach(dismissToast)

const names = () => screen.getAllByRole('link', { name: 'Some Body' })
const openUser = async () => {
  const user = openSite('/backend/admin/users/1/')
  await screen.findByRole('heading', { level: 1, name: 'Some Body' })
  return user
}

test('the overview counts users and leads to them', async () => {
  const user = openSite('/backend/admin/')
  await user.click(await screen.findByRole('link', { name: 'Staff' }))
  await screen.findByRole('table', { name: 'All users' })
  expect(screen.getByLabelText<HTMLSelectElement>('Show').value).toBe('staff')
  expect(server.requestsTo('GET /api/admin/users/').at(-1)?.path).toContain('which=staff')
})

test('a search of the users is in the address', async () => {
  const user = openSite('/backend/admin/users')
  await waitFor(() => expect(names()).toHaveLength(2))
  await user.type(screen.getByLabelText('Search'), ' staff@ {Enter}')
  await waitFor(() => expect(names()).toHaveLength(1))
  expect(window.location.search).toBe('?q=staff%40')
  await user.clear(screen.getByLabelText('Search'))
  await user.type(screen.getByLabelText('Search'), 'nobody{Enter}')
  await screen.findByText('No users match.')
})

test('names and notes are saved, and a blank name is not sent', async () => {
  const user = await openUser()
  await user.clear(screen.getByLabelText('First name'))
  await user.click(screen.getByRole('button', { name: 'Save names' }))
  await screen.findByText('This field is required.')
  expect(server.requestsTo('PATCH /api/admin/users/1/')).toEqual([])
  await user.type(screen.getByLabelText('First name'), ' Any ')
  await user.click(screen.getByRole('button', { name: 'Save names' }))
  await screen.findByRole('heading', { level: 1, name: 'Any Body' })

  await user.type(screen.getByLabelText('Notes for staff (optional)'), ' And bells.')
  await user.click(screen.getByRole('button', { name: 'Save notes' }))
  await screen.findByText('Notes saved.')
  expect(server.admin.user?.staff_notes).toBe('Builds clocks. And bells.')
})

test('staff access is granted once the password is confirmed', async () => {
  server.next('PUT /api/admin/users/1/staff/', () => replay(freshProofRequired))
  const user = await openUser()
  await user.click(screen.getByRole('button', { name: 'Grant staff access' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm that it is you' }))
  await user.type(dialog.getByLabelText('Your password'), server.password)
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('button', { name: 'Remove staff access' })
  screen.getByText('Staff access granted.')
})

test('a refusal says why, and changes nothing', async () => {
  const detail = 'The last staff account cannot be deactivated.'
  server.next('PUT /api/admin/users/1/active/', () => json(409, { detail }))
  const user = await openUser()
  await user.click(screen.getByRole('button', { name: 'Deactivate' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Failed to deactivate the user.')
  expect(alert.textContent).toContain(detail)
  screen.getByRole('button', { name: 'Deactivate' })
})

test('a user is deleted after a question, and not asked for again', async () => {
  const user = await openUser()
  await user.click(screen.getByRole('button', { name: 'Delete user' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Some Body?' })
  await user.click(within(question).getByRole('button', { name: 'Delete user' }))
  await screen.findByText('Deleted Some Body.')
  await waitFor(() => expect(names()).toHaveLength(1))
  expect(server.requestsTo('GET /api/admin/users/1/')).toHaveLength(1)
})

test('a user that is gone is reported as missing', async () => {
  server.admin.user = undefined
  openSite('/backend/admin/users/1/')
  await screen.findByText('This no longer exists.')
})

test('the filter of the audit log is sent and kept in the address', async () => {
  const user = openSite('/backend/admin/audit')
  await screen.findByRole('table', { name: 'All activity' })
  await user.selectOptions(screen.getByLabelText('Action'), 'sign-in')
  await user.type(screen.getByLabelText('Who'), 'staff@example.test')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await waitFor(() => expect(window.location.search).toBe('?action=sign-in&actor=staff%40example.test'))
  const asked = server.requestsTo('GET /api/admin/audit/').at(-1)?.path
  expect(asked).toContain('action=sign-in&actor=staff%40example.test')
  await user.click(screen.getByRole('link', { name: 'Clear filters' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Action').value).toBe(''))
})

test('mails that failed are retried or discarded', async () => {
  const user = openSite('/backend/admin/system')
  await user.click(await screen.findByRole('button', { name: 'Retry the mail to user@example.test' }))
  await screen.findByText('Mail queued again.')
  await user.click(await screen.findByRole('button', { name: 'Discard the mail to one@example.test' }))
  await screen.findByText('No mail waiting.')
  expect(server.requestsTo('DELETE /api/admin/mails/3/')).toHaveLength(1)
})

test.each(['', '/users', '/users/1', '/system', '/audit'])(
  'what cannot be loaded at /backend/admin%s is reported, and requested again',
  async (path) => {
    const call = path === '' ? '/overview' : path
    server.next(`GET /api/admin${call}/`, () => json(500, {}))
    const user = openSite(`/backend/admin${path}`)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await waitFor(() => expect(server.requestsTo(`GET /api/admin${call}/`)).toHaveLength(2))
  },
)
