import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../lib/browser'
import { expectConsole } from '../../testing/console-watch'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite, signedIn, stored } from '../../testing/render-app'

let server: FakeServer
let goTo: ReturnType<typeof vi.fn>

beforeEach(() => {
  server = new FakeServer()
  goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined) as typeof goTo
})

async function signIn(path: string, { password = 'correct horse', remember = false } = {}) {
  const user = openSite(path)
  await user.type(await screen.findByLabelText('E-mail'), 'edda@example.test')
  await user.type(screen.getByLabelText('Password'), password)
  if (remember) await user.click(screen.getByLabelText('Remember me'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return user
}

test.each(['/login', '/signin'])('%s signs in, keeps the tokens and loads the front page', async (path) => {
  await signIn(path)
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(server.requestsTo('POST /api/users/login/').map(({ body }) => body)).toEqual([
    { email: 'edda@example.test', password: 'correct horse' },
  ])
  expect(server.sessions.accepts(localStorage.getItem('access') ?? '')).toBe(true)
  expect(localStorage.getItem('refresh')).toMatch(/^s1\.0\./)
  expect(document.cookie).not.toContain('refreshToken')
  expect(server.requestsTo('GET /api/users/profile/')).toHaveLength(0)
})

test('the browser itself asks for both fields and for an e-mail address', async () => {
  openSite('/login')
  const email: HTMLInputElement = await screen.findByLabelText('E-mail')
  const password: HTMLInputElement = screen.getByLabelText('Password')
  expect([email.type, email.required, email.autocomplete]).toEqual(['email', true, 'username'])
  expect([password.type, password.required, password.autocomplete]).toEqual([
    'password',
    true,
    'current-password',
  ])
  expect(email.form?.noValidate).toBe(false)
})

test('the button says that it is busy, and sends once', async () => {
  const release = server.delay('POST /api/users/login/')
  const user = await signIn('/login')
  const button = await screen.findByRole('button', { name: 'Signing in...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  await user.type(screen.getByLabelText('Password'), '{Enter}')
  release()
  await waitFor(() => expect(goTo).toHaveBeenCalledOnce())
  expect(server.requestsTo('POST /api/users/login/')).toHaveLength(1)
})

test('Remember me keeps the refresh token in a cookie for 30 days', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  await signIn('/login', { remember: true })
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  const refresh = localStorage.getItem('refresh') ?? ''
  expect(written).toHaveBeenCalledWith(`refreshToken=${refresh}; Max-Age=2592000; Path=/; SameSite=Lax`)
  expect(document.cookie).toContain(`refreshToken=${refresh}`)
})

test('Remember me writes no cookie when the server gave no refresh token', async () => {
  localStorage.setItem('refresh', 'left.0.1.by.another')
  server.next('POST /api/users/login/', () =>
    json(200, { access: server.sessions.access('7'), user: server.user }),
  )
  await signIn('/login', { remember: true })
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  expect(document.cookie).not.toContain('refreshToken')
  expect(localStorage.getItem('refresh')).toBeNull()
})

test('a sign-in that answers no user fetches the profile', async () => {
  server.next('POST /api/users/login/', () => json(200, server.sessions.begin('7')))
  await signIn('/login')
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  expect(server.requestsTo('GET /api/users/profile/')).toHaveLength(1)
})

test('a sign-in whose profile cannot be fetched leaves nothing behind', async () => {
  expectConsole('error', 'Error fetching profile')
  server.next('POST /api/users/login/', () => json(200, server.sessions.begin('7')))
  server.next('GET /api/users/profile/', () => json(500, { detail: 'A server error occurred.' }))
  await signIn('/login', { remember: true })
  await screen.findByRole('alert')
  expect(goTo).not.toHaveBeenCalled()
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(document.cookie).not.toContain('refreshToken')
})

const red = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'

test.each([
  [
    'the server names the credentials',
    () => json(401, { detail: 'No active account found with the given credentials' }),
    'No active account found with the given credentials',
    { email: true, password: true },
  ],
  [
    'the server names the user',
    () => json(401, { detail: 'This user is locked.' }),
    'This user is locked.',
    { email: true, password: false },
  ],
  [
    'the server names the password',
    () => json(401, { detail: 'Wrong password.' }),
    'Wrong password.',
    { email: false, password: true },
  ],
  [
    'the server says nothing',
    () => json(401, {}),
    'Sign-in failed. Please check credentials.',
    { email: true, password: true },
  ],
  [
    'the server answers with a page',
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Sign-in failed. Please check credentials.',
    { email: true, password: true },
  ],
  [
    'the answer is a page',
    () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    'Sign-in failed. Please check credentials.',
    { email: true, password: true },
  ],
  [
    'there is no answer',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Network error — please try again.',
    { email: false, password: false },
  ],
])('when %s, the alert says so and takes the focus', async (_case, answer, text, fields) => {
  server.next('POST /api/users/login/', answer)
  await signIn('/login')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(document.activeElement).toBe(alert)
  expect({ email: red('E-mail'), password: red('Password') }).toEqual(fields)
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('edda@example.test')
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(goTo).not.toHaveBeenCalled()
})

test('an error of one field is shown under that field', async () => {
  server.next('POST /api/users/login/', () => json(400, { email: ['Enter a valid email address.'] }))
  await signIn('/login')
  await screen.findByRole('alert')
  const described = screen.getByLabelText('E-mail').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('Enter a valid email address.')
})

test('a refused sign-in never tries to renew a session', async () => {
  localStorage.setItem('refresh', server.sessions.begin('7').refresh)
  await signIn('/login', { password: 'wrong' })
  await screen.findByRole('alert')
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/users/login/'])
})

test('the password can be shown and hidden', async () => {
  const user = openSite('/login')
  const field: HTMLInputElement = await screen.findByLabelText('Password')
  const toggle = screen.getByRole('button', { name: 'Show password' })
  expect([field.type, toggle.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
  await user.click(toggle)
  expect([field.type, toggle.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
  await user.click(toggle)
  expect([field.type, toggle.getAttribute('aria-pressed')]).toEqual(['password', 'false'])
})

test('a link leads back home', async () => {
  openSite('/login')
  const link = await screen.findByRole('link', { name: 'Back to home' })
  expect(link.getAttribute('href')).toBe('/')
})

test.each([
  ['/photos?page=2#top', '/photos?page=2#top'],
  ['//evil.example/photos', '/'],
  ['/..//evil.example/', '/'],
  ['/.//evil.example/', '/'],
  ['//[', '/'],
  ['/\\evil.example/', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/login', '/'],
])('a sign-in with next=%s goes to %s', async (wanted, destination) => {
  await signIn(`/login?next=${encodeURIComponent(wanted)}`)
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith(destination))
})

test('neither the password nor a token is logged', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const { access, refresh } = signedIn(server)
  openSite('/')
  await waitFor(() => expect(server.requestsTo('GET /api/users/profile/')).toHaveLength(1))
  await signIn('/login')
  await waitFor(() => expect(goTo).toHaveBeenCalled())
  const all = logged.mock.calls.flat().join('\n')
  expect(all).toMatch(/^POST \/api\/users\/login\/ 200 \d+ ms$/m)
  for (const secret of ['correct horse', access, refresh, localStorage.getItem('access') ?? '?']) {
    expect(all).not.toContain(secret)
  }
})

test('links lead to a new password and to an account', async () => {
  openSite('/login')
  const forgot = await screen.findByRole('link', { name: 'Forgot password?' })
  expect(forgot.getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register')
})

test.each([
  ['/login?registrationSuccess=true', true],
  ['/signin?registrationSuccess=true', true],
  ['/login?registrationSuccess=false', false],
  ['/login', false],
])('%s says that the account is ready: %s', async (path, announced) => {
  openSite(path)
  await screen.findByRole('heading', { name: 'Sign in' })
  const note = screen.queryByText('Your account is ready. You can sign in now.')
  expect(note?.closest('[role=status]') instanceof HTMLElement).toBe(announced)
})

test('the good news make room for a failure', async () => {
  await signIn('/login?registrationSuccess=true', { password: 'wrong' })
  await screen.findByRole('alert')
  expect(screen.queryByText('Your account is ready. You can sign in now.')).toBeNull()
})

test('asks for a code if the account has a second factor', async () => {
  server.accounts.totp = true
  const user = await signIn('/login?next=/cv', { remember: true })
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  expect(stored()).toEqual({ access: null, refresh: null })
  await user.type(code, '000000{Enter}')
  await screen.findByText('This code is wrong or was already used. Wait for the next one.')
  await user.clear(code)
  await user.type(code, '287082{Enter}')
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/cv'))
  expect(server.sessions.accepts(localStorage.getItem('access') ?? '')).toBe(true)
  expect(document.cookie).toContain('refreshToken')
})

test('returns from the second step to the first, even after it has expired', async () => {
  server.accounts.totp = true
  const user = await signIn('/login')
  await user.click(await screen.findByRole('button', { name: 'Begin anew' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(screen.getByLabelText('E-mail'), server.user.email)
  await user.type(screen.getByLabelText('Password'), `${server.password}{Enter}`)
  await screen.findByLabelText('Code')
  server.next('POST /api/users/login/second-factor/', () =>
    json(401, { detail: 'This sign-in took too long. Please sign in again.' }),
  )
  await user.type(screen.getByLabelText('Code'), '287082{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This sign-in took too long. Please sign in again.')
  expect(document.activeElement).toBe(alert)
  expect(screen.getByLabelText('E-mail')).toBeTruthy()
  expect(goTo).not.toHaveBeenCalled()
})
