import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renew } from '../../api/renewal'
import { storeTokens } from '../../api/token-store'
import { browser } from '../../lib/browser'
import { fakeAuthenticator } from '../../testing/fake-authenticator'
import loginAnswer from '../../testing/golden/login.json'
import { openSite } from '../../testing/render-app'
import { anAccessToken, api, replayApi, stored } from '../../testing/replay-api'

const refused =
  "Your browser doesn't let this site store your sign-in. Allow cookies and site data for this site, then try again."
const full =
  'Your browser has no room left to store your sign-in. Clear the data of sites that you no longer need, then try again.'

function failToWrite(name: string): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No', name)
  })
}

beforeEach(() => {
  replayApi('anonymous')
  for (const path of ['second-factor', 'passkey'] as const)
    api.answer(`POST /api/users/login/${path}/`, 200, { ...loginAnswer.body, access: anAccessToken() })
})

async function sendPassword() {
  const user = openSite('/login')
  await user.type(await screen.findByLabelText('E-mail'), 'edda@example.test')
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return user
}

async function sendCode() {
  api.replay('login-second-factor')
  const user = await sendPassword()
  await user.type(await screen.findByLabelText('Code'), '287082{Enter}')
}

async function usePasskey() {
  fakeAuthenticator()
  const user = openSite('/login')
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
}

const openLink = () => Promise.resolve(openSite('/app-login?token=one'))

test.each<[string, () => unknown, string, () => Promise<unknown>]>([
  ['a password, site data blocked', () => vi.stubGlobal('localStorage', undefined), refused, sendPassword],
  ['a password, no storage', () => vi.stubGlobal('localStorage', null), refused, sendPassword],
  ['a password, no writing', () => failToWrite('SecurityError'), refused, sendPassword],
  ['a password, no room', () => failToWrite('QuotaExceededError'), full, sendPassword],
  ['a password, no room in Firefox', () => failToWrite('NS_ERROR_DOM_QUOTA_REACHED'), full, sendPassword],
  ['a passkey', () => failToWrite('SecurityError'), refused, usePasskey],
  ['a second factor', () => failToWrite('QuotaExceededError'), full, sendCode],
  ["the app's link", () => failToWrite('QuotaExceededError'), full, openLink],
])('a sign-in that the browser cannot store says so: %s', async (_, refuse, message, signIn) => {
  refuse()
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(browser.goTo).not.toHaveBeenCalled()
  await waitFor(() => expect(api.sent('POST /api/users/logout/')).toHaveLength(1))
  vi.unstubAllGlobals()
  expect(stored()).toEqual({ access: null, refresh: null })
})

test('a renewed session that cannot be stored ends', async () => {
  const access = anAccessToken()
  storeTokens({ access, refresh: 'session.0.1.a.b' })
  failToWrite('QuotaExceededError')
  expect(await act(() => renew(access))).toBeNull()
  expect(stored()).toEqual({ access: null, refresh: null })
})
