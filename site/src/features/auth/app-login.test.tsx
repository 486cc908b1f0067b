import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { storeTokens } from '../../api/token-store'
import { alerted } from '../../testing/alerted'
import { openSite } from '../../testing/render-app'
import { anAccessToken, api, replayApi, stored } from '../../testing/replay-api'

const call = 'POST /login-with-token/'
const path = '/app-login?token=app-token-good'

beforeEach(() => replayApi('anonymous'))

/** Signs the browser in as the user with the ID `sub`. */
function signedInAs(sub: string) {
  const tokens = { access: anAccessToken(600, sub), refresh: 'mine.0.1.a.b' }
  api.replay('profile')
  storeTokens(tokens)
  return tokens
}

const failed = () => screen.findByRole('heading', { name: 'Sign-in failed' })
const welcome = () => screen.findByRole('heading', { level: 1, name: 'Welcome, Some' })

test('the token is sent as JSON with the csrftoken and without an older session', async () => {
  document.cookie = 'csrftoken=c5rf; Path=/'
  signedInAs('2')
  const before = history.length
  openSite('/app-login/?token=app-token-good')
  expect(location.href).not.toContain('token')
  await welcome()
  expect(history.length).toBe(before)
  const [sent] = api.sent(call)
  expect(sent?.body).toEqual({ token: 'app-token-good' })
  expect(sent?.headers.get('Content-Type')).toBe('application/json')
  expect(sent?.headers.get('X-CSRFToken')).toBe('c5rf')
  expect(sent?.headers.get('Authorization')).toBeNull()
})

test.each(['/app-login', '/app-login/?token='])(
  '%s has no token: an alert and the failure',
  async (empty) => {
    openSite(empty)
    await failed()
    await alerted('No App Token found in URL')
    expect(location.pathname).toBe('/login-failed')
    expect(api.requests).toEqual([])
  },
)

test('a status without a text is reported without it', async () => {
  api.once(call, 503, { detail: 'The server is busy.' })
  openSite(path)
  await failed()
  expect(screen.getByRole('alert').textContent).toBe(
    'Token login failed, Try to refresh the browser and retry: 503',
  )
})

test.each([
  ['is lost', () => api.disconnect(call)],
  ['is a page', () => api.page(call)],
])('an answer that %s leads to the failure without an alert', async (_, answer) => {
  answer()
  openSite(path)
  await failed()
  expect(location.pathname).toBe('/login-failed')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(/works once/)).toBeTruthy()
})

test('does not navigate after the visitor has left', async () => {
  const release = api.hold(call)
  openSite(path)
  await screen.findByRole('link', { name: 'Back to home' })
  history.pushState(null, '', '/login')
  dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByRole('heading', { name: 'Sign in' })
  release()
  await waitFor(() => expect(stored().access).not.toBeNull())
  expect(location.pathname).toBe('/login')
})

test("a check of the earlier session cannot end the link's", async () => {
  signedInAs('2')
  const release = api.hold('GET /api/users/profile/', 'profile-dead-token')
  openSite(path)
  await welcome()
  const mine = stored()
  release()
  await waitFor(() => expect(screen.queryByText('Loading Application...')).toBeNull())
  expect(stored()).toEqual(mine)
  expect(location.pathname).toBe('/welcome')
})

test.each(['Cancel', 'Switch account'])('asks before replacing another user: %s', async (answer) => {
  const mine = signedInAs('99')
  const user = openSite(path)
  const question = await screen.findByRole('alertdialog', {
    name: /^You are signed in as .+\. Sign in as user@example\.test instead\?$/,
  })
  expect(stored()).toEqual(mine)
  await user.click(within(question).getByRole('button', { name: answer }))
  await waitFor(() => expect(location.pathname).toBe(answer === 'Cancel' ? '/' : '/welcome'))
  expect(stored().refresh === mine.refresh).toBe(answer === 'Cancel')
  expect(api.bodies('POST /api/users/logout/')).toEqual(
    answer === 'Cancel' ? [{ refresh: 'session.1.1777636800.random.signature' }] : [],
  )
})
