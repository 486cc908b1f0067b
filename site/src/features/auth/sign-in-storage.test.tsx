import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renew } from '../../api/renewal'
import { browser } from '../../lib/browser'
import { fakeAuthenticator } from '../../testing/fake-authenticator'
import { FakeServer } from '../../testing/fake-server'
import { openSite, signedIn, stored } from '../../testing/render-app'

const refused =
  "Your browser doesn't let this site store your sign-in. Allow cookies and site data for this site, then try again."
const full =
  'Your browser has no room left to store your sign-in. Clear the data of sites that you no longer need, then try again.'

/** Failures of the browser's storage and the messages for visitors. */
const refusals: [string, () => unknown, string][] = [
  ['blocks site data', () => vi.stubGlobal('localStorage', undefined), refused],
  ['has no storage', () => vi.stubGlobal('localStorage', null), refused],
  ['refuses to write', () => failToWrite('SecurityError'), refused],
  ['has no room', () => failToWrite('QuotaExceededError'), full],
  ['has no room in Firefox', () => failToWrite('NS_ERROR_DOM_QUOTA_REACHED'), full],
]

function failToWrite(name: string): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No', name)
  })
}

let server: FakeServer
let goTo: ReturnType<typeof vi.fn>

beforeEach(() => {
  server = new FakeServer()
  goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined) as typeof goTo
})

async function sendPassword() {
  const user = openSite('/login')
  await user.type(await screen.findByLabelText('E-mail'), 'edda@example.test')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return user
}

/** The ways to sign in. Each expects the browser to refuse. */
const doors: [string, () => Promise<unknown>][] = [
  ['the password', sendPassword],
  [
    'a passkey',
    async () => {
      fakeAuthenticator()
      const user = openSite('/login')
      await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    },
  ],
  [
    'a second factor',
    async () => {
      server.accounts.totp = true
      const user = await sendPassword()
      await user.type(await screen.findByLabelText('Code'), '287082{Enter}')
    },
  ],
  ["the app's link", () => Promise.resolve(openSite('/app-login?token=app-token-good'))],
]

const cases = doors.flatMap(([door, signIn]) =>
  refusals.map(([what, refuse, message]) => ({ door, signIn, what, refuse, message })),
)

test.each(cases)('a sign-in by $door says that the browser $what', async ({ signIn, refuse, message }) => {
  refuse()
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(goTo).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  expect(stored()).toEqual({ access: null, refresh: null })
})

test('the session that could not be stored is ended on the server', async () => {
  failToWrite('QuotaExceededError')
  await sendPassword()
  await waitFor(() => expect(server.requestsTo('POST /api/users/logout/')).toHaveLength(1))
})

test('a renewed session that cannot be stored ends', async () => {
  const { access } = signedIn(server)
  failToWrite('QuotaExceededError')
  expect(await act(() => renew(access))).toBeNull()
  expect(stored()).toEqual({ access: null, refresh: null })
})
