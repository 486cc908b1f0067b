import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn, stored } from '../../testing/render-app'

const call = 'POST /login-with-token/'
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

const failed = () => screen.findByRole('heading', { name: 'Sign-in failed' })

test.each(['/app-login', '/app-login/'])(
  'a good token at %s signs in and leads to the welcome',
  async (path) => {
    openSite(`${path}?token=app-token-good`)
    expect(location.href).not.toContain('token=')
    expect((await screen.findByRole('heading', { level: 1, name: /^Welcome/ })).textContent).toBe(
      'Welcome, Edda',
    )
    expect(location.pathname).toBe('/welcome')
    expect(server.requestsTo(call).map(({ body }) => body)).toEqual([{ token: 'app-token-good' }])
    expect(server.sessions.accepts(localStorage.getItem('access') ?? '')).toBe(true)
    expect(localStorage.getItem('refresh')).toMatch(/^s1\.0\./)
  },
)

test('the token is sent as JSON with the csrftoken, and without an older session', async () => {
  document.cookie = 'csrftoken=c5rf; Path=/'
  signedIn(server)
  openSite('/app-login?token=app-token-good')
  await screen.findByRole('heading', { name: /^Welcome/ })
  const { headers } = server.requestsTo(call)[0] ?? {}
  expect(headers?.get('Content-Type')).toBe('application/json')
  expect(headers?.get('X-CSRFToken')).toBe('c5rf')
  expect(headers?.get('Authorization')).toBeNull()
})

test('removes the token from the address before any request', async () => {
  const addresses: string[] = []
  const fetched = vi.mocked(fetch)
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    addresses.push(location.href)
    return fetched(path, init)
  })
  const before = history.length
  openSite('/app-login?token=app-token-good')
  expect(location.href).not.toContain('token')
  await screen.findByRole('heading', { name: /^Welcome/ })
  expect(addresses).not.toEqual([])
  expect(addresses.join()).not.toContain('app-token')
  expect(history.length).toBe(before)
})

test.each(['/app-login', '/app-login/', '/app-login?token=', '/app-login/?token='])(
  '%s has no token: an alert and the failure',
  async (path) => {
    openSite(path)
    await failed()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('No App Token found in URL')
    expect(document.activeElement).toBe(alert)
    expect(location.pathname).toBe('/login-failed')
    expect(server.requests).toEqual([])
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
  },
)

test('a spent token is reported with status and status text', async () => {
  openSite('/app-login?token=app-token-spent')
  await failed()
  expect(screen.getByRole('alert').textContent).toBe(
    'Token login failed, Try to refresh the browser and retry: 401 Unauthorized',
  )
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(server.requestsTo('POST /api/token/refresh/')).toEqual([])
})

test('a status without a text is reported without it', async () => {
  server.next(call, () => json(503, { detail: 'The server is busy.' }))
  openSite('/app-login?token=app-token-good')
  await failed()
  expect(screen.getByRole('alert').textContent).toBe(
    'Token login failed, Try to refresh the browser and retry: 503',
  )
})

test.each([
  ['is lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is a page', () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } })],
])('an answer that %s leads to the failure without an alert', async (_, answer) => {
  server.next(call, answer)
  openSite('/app-login?token=app-token-good')
  await failed()
  expect(location.pathname).toBe('/login-failed')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/works once/)).toBeTruthy()
})

test('does not navigate after the visitor has left', async () => {
  const release = server.delay(call)
  openSite('/app-login?token=app-token-good')
  await screen.findByRole('link', { name: 'Back to home' })
  history.pushState(null, '', '/login')
  dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByRole('heading', { name: 'Sign in' })
  release()
  await waitFor(() => expect(stored().access).not.toBeNull())
  expect(location.pathname).toBe('/login')
})

test("works during the check of another user's session", async () => {
  signedIn(server)
  const release = server.delay('GET /api/users/profile/')
  openSite('/app-login?token=app-token-good')
  await screen.findByRole('heading', { name: /^Welcome/ })
  const mine = stored()
  server.sessions.revoke('s1.0')
  release()
  await waitFor(() => expect(screen.queryByText('Loading Application...')).toBeNull())
  expect(stored()).toEqual(mine)
  expect(location.pathname).toBe('/welcome')
})

test('asks before replacing another user and changes nothing after No', async () => {
  signedIn(server, '99')
  const mine = stored()
  const user = openSite('/app-login?token=app-token-good')
  const question = await screen.findByRole('alertdialog', {
    name: /^You are signed in as .+\. Sign in as edda@example\.test instead\?$/,
  })
  expect(stored()).toEqual(mine)
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  expect(stored()).toEqual(mine)
  expect(server.requestsTo('POST /api/users/logout/').map(({ body }) => body)).toEqual([
    { refresh: expect.stringMatching(/^s2\.0\./) as string },
  ])
})

test('replaces another user after Yes', async () => {
  signedIn(server, '99')
  const user = openSite('/app-login?token=app-token-good')
  await user.click(await screen.findByRole('button', { name: 'Switch account' }))
  await screen.findByRole('heading', { name: /^Welcome/ })
  expect(location.pathname).toBe('/welcome')
  expect(stored().refresh).toMatch(/^s2\.0\./)
})

test('no token is logged', async () => {
  openSite('/app-login?token=app-token-good')
  await screen.findByRole('heading', { name: /^Welcome/ })
  const logged = vi.mocked(console.info).mock.calls.flat().join('\n')
  expect(logged).toMatch(/^POST \/login-with-token\/ 200 \d+ ms$/m)
  for (const secret of ['app-token', stored().access ?? '?', stored().refresh ?? '?']) {
    expect(logged).not.toContain(secret)
  }
})
