import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../lib/browser'
import { alerted, under } from '../../testing/alerted'
import { expectConsole } from '../../testing/console-watch'
import { fakeAuthenticator } from '../../testing/fake-authenticator'
import loginAnswer from '../../testing/golden/login.json'
import secondFactorWanted from '../../testing/golden/login-second-factor.json'
import { openSite } from '../../testing/render-app'
import { anAccessToken, api, replayApi, stored } from '../../testing/replay-api'

const call = 'POST /api/users/login/'
const passkeyCall = 'POST /api/users/login/passkey/'
const none = { access: null, refresh: null }

beforeEach(() => {
  replayApi('anonymous')
  api.answer(passkeyCall, 200, { ...loginAnswer.body, access: anAccessToken(), refresh: 'session.1' })
})

async function signIn(path: string, { remember = false } = {}) {
  const user = openSite(path)
  await user.type(await screen.findByLabelText('E-mail'), 'user@example.test')
  if (remember) await user.click(screen.getByLabelText('Remember me'))
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return user
}

test('the browser can fill in the form, which leads to the other account screens', async () => {
  openSite('/login?registrationSuccess=false')
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail')
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect([email.autocomplete, password.autocomplete]).toEqual(['username', 'current-password'])
  expect([email.type, email.required, password.required, email.form?.noValidate]).toEqual([
    'email',
    true,
    true,
    false,
  ])
  const links = ['Forgot password?', 'Register', 'Back to home'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  expect(links).toEqual(['/forgot-password', '/register', '/'])
  expect(screen.queryByText('Your account is ready. You can sign in now.')).toBeNull()
})

test('Remember me writes no cookie when the server gave no refresh token', async () => {
  localStorage.setItem('refresh', 'left.0.1.by.another')
  api.once(call, 200, { access: anAccessToken(), user: loginAnswer.body.user })
  await signIn('/login', { remember: true })
  await waitFor(() => expect(browser.goTo).toHaveBeenCalled())
  expect(document.cookie).not.toContain('refreshToken')
  expect(stored().refresh).toBeNull()
  expect(api.requests).toHaveLength(1)
})

test('a sign-in that answers no user fetches the profile, and leaves nothing behind if that fails', async () => {
  expectConsole('error', 'Error fetching profile')
  api.answer(call, 200, { access: anAccessToken(), refresh: 'session.1' })
  api.replay('profile')
  api.once('GET /api/users/profile/', 500, { detail: 'A server error occurred.' })
  const user = await signIn('/login', { remember: true })
  await screen.findByRole('alert')
  expect(browser.goTo).not.toHaveBeenCalled()
  expect(stored()).toEqual(none)
  expect(document.cookie).not.toContain('refreshToken')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalled())
  expect(api.sent('GET /api/users/profile/')).toHaveLength(2)
})

const fallback = 'Sign-in failed. Please check credentials.'

test.each([
  [
    'names the user',
    () => api.once(call, 401, { detail: 'This user is locked.' }),
    'This user is locked.',
    ['E-mail'],
  ],
  [
    'names the password',
    () => api.once(call, 401, { detail: 'Wrong password.' }),
    'Wrong password.',
    ['Password'],
  ],
  ['says nothing', () => api.once(call, 401, {}), fallback, ['E-mail', 'Password']],
  ['fails with a page', () => api.page(call, 502), fallback, ['E-mail', 'Password']],
  ['is a page', () => api.page(call), fallback, ['E-mail', 'Password']],
  ['is lost', () => api.disconnect(call), 'Network error — please try again.', []],
])('when the answer %s, the alert says so and takes the focus', async (_case, answer, text, red) => {
  answer()
  await signIn('/login?registrationSuccess=true')
  await alerted(text)
  const isRed = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'
  expect(['E-mail', 'Password'].filter(isRed)).toEqual(red)
  expect(screen.queryByText('Your account is ready. You can sign in now.')).toBeNull()
  expect(stored()).toEqual(none)
  expect(browser.goTo).not.toHaveBeenCalled()
})

test('an error of one field is shown under that field', async () => {
  api.once(call, 400, { email: ['Enter a valid email address.'] })
  await signIn('/login')
  await screen.findByRole('alert')
  expect(under(screen.getByLabelText('E-mail'))).toBe('Enter a valid email address.')
})

test.each([
  ['/photos?page=2#top', '/photos?page=2#top'],
  ['/..//evil.example/', '/'],
  ['//[', '/'],
  ['/\\evil.example/', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/login', '/'],
])('a sign-in with next=%s goes to %s', async (wanted, destination) => {
  await signIn(`/login?next=${encodeURIComponent(wanted)}`)
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith(destination))
})

test('the second step keeps the destination and Remember me', async () => {
  api.replay('login-second-factor')
  api.replayOnce('second-factor-wrong')
  api.answer('POST /api/users/login/second-factor/', 200, {
    ...loginAnswer.body,
    access: anAccessToken(),
    refresh: 'r.1',
  })
  const user = await signIn('/login?next=/cv', { remember: true })
  const code = await screen.findByLabelText('Code')
  expect(stored()).toEqual(none)
  await user.type(code, '000000{Enter}')
  await screen.findByText('This code is wrong or was already used. Wait for the next one.')
  await user.type(code, '{Enter}')
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/cv'))
  expect(document.cookie).toContain('refreshToken=r.1')
})

test('returns from the second step to the first, even after it has expired', async () => {
  api.replay('login-second-factor')
  api.replay('second-factor-expired')
  const user = await signIn('/login')
  await user.click(await screen.findByRole('button', { name: 'Start again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.type(screen.getByLabelText('E-mail'), 'user@example.test')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await user.type(await screen.findByLabelText('Code'), '287082{Enter}')
  await alerted('This sign-in took too long. Please sign in again.')
  expect(screen.getByLabelText('E-mail')).toBeTruthy()
  expect(browser.goTo).not.toHaveBeenCalled()
})

const passkeyButton = () => screen.findByRole('button', { name: 'Use a passkey' })

test('a passkey signs in without a password, and is remembered', async () => {
  fakeAuthenticator()
  const user = openSite('/login')
  await user.click(await screen.findByLabelText('Remember me'))
  await user.click(await passkeyButton())
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(document.cookie).toContain('refreshToken=session.1')
  expect(api.bodies(passkeyCall)).toMatchObject([
    { credential: { id: 'AQID', response: { signature: 'AQID', userHandle: 'AQID' } } },
  ])
})

test('a passkey that fails does not change the form', async () => {
  const authenticator = fakeAuthenticator()
  authenticator.get.mockImplementationOnce(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  api.replayOnce('passkey-unknown')
  const user = openSite('/login')
  const email = await screen.findByLabelText<HTMLInputElement>('E-mail')
  await user.type(email, 'user@example.test')
  await user.click(await passkeyButton())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^No passkey was used: you cancelled, or there is none for this site/)
  expect(document.activeElement).toBe(alert)
  await user.click(await passkeyButton())
  await screen.findByText(/^This passkey isn't registered here/)
  api.disconnect('POST /api/users/login/passkey/options/')
  await user.click(await passkeyButton())
  await screen.findByText('Network error — please try again.')
  expect(email.value).toBe('user@example.test')
  expect(browser.goTo).not.toHaveBeenCalled()
})

test.each(['127.0.0.1', '[::1]'])('offers no passkey at the IP address %s', async (host) => {
  api.replay('login-passkey-wanted')
  openSite('/login')
  await passkeyButton()
  cleanup()
  vi.stubGlobal('location', new URL(`http://${host}/login`))
  await signIn('/login')
  expect(document.activeElement).toBe(await screen.findByLabelText('Code'))
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('asks for a recovery code if the codes of the app cannot be checked', async () => {
  api.answer('POST /api/users/login/', 401, { ...secondFactorWanted.body, second_factors: [] })
  await signIn('/login')
  await screen.findByText(/^This site can no longer check .* Use a recovery code\.$/)
})

test('asks for a passkey as the second step', async () => {
  fakeAuthenticator()
  api.replay('login-passkey-wanted')
  const user = await signIn('/login')
  await screen.findByText('One of your recovery codes.')
  expect(document.activeElement).toBe(await passkeyButton())
  await user.click(await passkeyButton())
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(api.bodies(passkeyCall)).toMatchObject([
    { second_factor_token: 'one-time-token-one-time-token-one-time-toke' },
  ])
})
