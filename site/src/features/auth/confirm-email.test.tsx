import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn, stored } from '../../testing/render-app'
import { expectConsole } from '../../testing/console-watch'

const call = 'POST /api/users/email/confirm/'
const good = '/confirm-email#Nw.d3x8kz-good'
const changed = 'Your e-mail address is new@example.test now. You sign in with it from now on.'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const alerted = async (text: string) => {
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(document.activeElement).toBe(alert)
}
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('confirms the address, says so, and leads a stranger to the sign-in screen', async () => {
  const release = server.delay(call)
  openSite(good)
  expect(await screen.findByText('Checking link…')).toBeTruthy()
  await waitFor(() => expect(server.requestsTo(call)).toHaveLength(1))
  release()
  const note = await screen.findByText(changed)
  expect(document.activeElement).toBe(note.closest('[role=status]'))
  expect(server.requestsTo(call).map(({ body }) => body)).toEqual([{ token: 'Nw.d3x8kz-good' }])
  expect(link('Sign in')).toBe('/signin')
  expect(document.title).toMatch(/^Your e-mail address/)
})

test('removes the token from address and history before any request', async () => {
  const addresses: string[] = []
  const fetched = vi.mocked(fetch)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    addresses.push(location.href)
    return fetched(path, init)
  })
  const before = history.length
  openSite(good)
  await screen.findByText(changed)
  expect(addresses).toHaveLength(1)
  expect(addresses.join()).not.toContain('d3x8kz')
  expect(location.pathname + location.hash).toBe('/confirm-email')
  expect(history.length).toBe(before)
})

test('keeps the session and updates the profile', async () => {
  signedIn(server)
  const user = openSite(good)
  await screen.findByText(changed)
  await user.click(screen.getByRole('link', { name: 'Go to your profile' }))
  await screen.findByRole('heading', { level: 1, name: 'Edda Quillane' })
  expect(within(screen.getByRole('main')).getByText('new@example.test')).toBeTruthy()
})

test('a session that ended by it is over here too', async () => {
  expectConsole('error', 'Error fetching profile')
  signedIn(server)
  server.next(call, () => {
    server.sessions.refuseAccess()
    server.sessions.revoke(stored().refresh ?? '')
    return json(200, { detail: 'Changed.', email: 'new@example.test', changed: true })
  })
  openSite(good)
  await screen.findByText(changed)
  expect(link('Sign in')).toBe('/signin')
  expect(stored().access).toBeNull()
})

test('reports an expired link and offers another', async () => {
  openSite('/confirm-email#Nw.d3x8kz-dead')
  await alerted('This link is invalid or has expired. Request another one in your profile.')
  expect(link('Go to your profile')).toBe('/profile')
})

test('reports an address that is taken meanwhile', async () => {
  server.accounts.taken.add('new@example.test')
  openSite(good)
  await alerted('This address now belongs to another account. Choose a different one in your profile.')
  expect(link('Go to your profile')).toBe('/profile')
})

test.each([
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch')), 'Network error — please try again.'],
  [
    'is a page',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Network error — please try again.',
  ],
  ['asks to wait', () => json(429, { detail: 'Request was throttled.' }), 'Request was throttled.'],
])('when the answer %s, the link can be tried again', async (_, answer, text) => {
  server.next(call, answer)
  const user = openSite(good)
  await alerted(text)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(changed)
  expect(server.requestsTo(call)).toHaveLength(2)
})

test('a page without a token asks for nothing', async () => {
  openSite('/confirm-email')
  await alerted(
    'This page needs the whole link from the mail. Open it there, or ask for another one on your profile.',
  )
  expect(server.requests).toEqual([])
})

test('another link in the same window is another question', async () => {
  openSite('/confirm-email#Nw.d3x8kz-dead')
  await screen.findByRole('alert')
  act(() => {
    history.pushState(null, '', good)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await screen.findByText(changed)
  expect(location.hash).toBe('')
})

test('no token is logged', async () => {
  openSite(good)
  await screen.findByText(changed)
  const logged = vi.mocked(console.info).mock.calls.flat().join('\n')
  expect(logged).toMatch(/^POST \/api\/users\/email\/confirm\/ 200 \d+ ms$/m)
  expect(logged).not.toContain('d3x8kz')
})

test('confirms the address of a new account, as often as the link is opened', async () => {
  server.user = { ...server.user, email_unconfirmed: true }
  server.accounts.emailLinks.set('Nw.first', server.user.email)
  openSite('/confirm-email#Nw.first')
  await screen.findByText(
    'Your e-mail address edda@example.test is confirmed. You can use everything that the site has for you.',
  )
  expect(server.user.email_unconfirmed).toBeUndefined()
})
