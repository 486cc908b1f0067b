import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { request } from '../api/client'
import { storeTokens } from '../api/token-store'
import { expectConsole } from '../testing/console-watch'
import staff from '../testing/golden/profile-staff.json'
import { anAccessToken, api, json, replayApi, stored } from '../testing/replay-api'
import { createSession, type Session } from './session'

const staffUser = staff.body

beforeEach(() => replayApi('anonymous'))

/** Runs the start-up check of a new session and returns all states. */
async function check(session: Session = createSession()): Promise<string[]> {
  const states = [session.getSnapshot().status]
  session.subscribe(() => states.push(session.getSnapshot().status))
  stops.push(session.start())
  await waitFor(() => expect(session.getSnapshot().status).not.toBe('loading'))
  return states
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const requests = () => api.requests.map(({ call }) => call)

test('renews an expired token, then loads the profile', async () => {
  const { refresh } = api.signIn()
  storeTokens({ access: anAccessToken(-1), refresh })
  expect(await check()).toEqual(['loading', 'authenticated'])
  expect(requests()).toEqual(['POST /backend/api/token/refresh/', 'GET /api/users/profile/'])
  expect(api.requests[0]?.body).toEqual({ refresh })
  expect(api.requests[0]?.headers.get('Authorization')).toBeNull()
  expect(stored().refresh).toBe('session.1.1777636800.random.signature')
})

test('clears the session if an expired token has no refresh token', async () => {
  storeTokens({ access: anAccessToken(-1), refresh: null })
  expect(await check()).toEqual(['loading', 'unauthenticated'])
  expect(requests()).toEqual([])
  expect(stored()).toEqual({ access: null, refresh: null })
})

test('signs out if the refresh is refused', async () => {
  const { refresh } = api.signIn()
  storeTokens({ access: anAccessToken(-1), refresh })
  api.replay('refresh-dead')
  expect(await check()).toEqual(['loading', 'unauthenticated'])
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(api.sent('GET /api/users/profile/')).toHaveLength(0)
})

test('signs out if the profile fails, and logs no secret', async () => {
  expectConsole('error', 'Error fetching profile 500')
  expectConsole('error', 'The session check failed 500')
  api.signIn()
  document.cookie = 'refreshToken=session.0.1.a.b; Path=/'
  api.once('GET /api/users/profile/', 500, { detail: 'A server error occurred.' })
  expect(await check()).toEqual(['loading', 'unauthenticated'])
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(document.cookie).not.toContain('refreshToken')
})

test.each([[null], [undefined], [{}], [[]], ['x']])(
  'signs out if the profile is missing (%j)',
  async (profile) => {
    api.signIn()
    api.once('GET /api/users/profile/', 200, profile)
    expect(await check()).toEqual(['loading', 'unauthenticated'])
    expect(stored()).toEqual({ access: null, refresh: null })
  },
)

test.each(['nonsense', 'a.%%%.c', `e30.${btoa('{"sub":"7"}')}.mac`])(
  'a token that cannot be read (%s): signed out',
  async (access) => {
    storeTokens({ access, refresh: 'session.0.1.a.b' })
    expect(await check()).toEqual(['loading', 'unauthenticated'])
    expect(stored()).toEqual({ access: null, refresh: null })
    expect(requests()).toEqual([])
  },
)

const noAnswer: [string, () => Promise<Response>][] = [
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ...[429, 503].map((status): [string, () => Promise<Response>] => [
    String(status),
    () => Promise.resolve(json(status, { detail: 'Later.' })),
  ]),
]
const profile = 'GET /api/users/profile/' as const
const refreshing = 'POST /backend/api/token/refresh/' as const
const questions = [
  { route: profile, seconds: 600 },
  { route: refreshing, seconds: -1 },
]

/** A session whose first check got `answer` from `route`. */
async function offline(
  answer = noAnswer[0]?.[1] ?? expect.fail(),
  { route, seconds }: (typeof questions)[number] = { route: profile, seconds: 600 },
) {
  expectConsole('error', 'The session check failed')
  if (route === profile) expectConsole('error', 'Error fetching profile')
  const { refresh } = api.signIn()
  const access = anAccessToken(seconds)
  storeTokens({ access, refresh })
  api.respondOnce(route, answer)
  const session = createSession()
  expect(await check(session)).toEqual(['loading', 'offline'])
  expect(session.getSnapshot()).toEqual({ status: 'offline', user: null })
  expect(stored()).toEqual({ access, refresh })
  return session
}

const becomes = (session: Session, status: string) =>
  waitFor(() => expect(session.getSnapshot().status).toBe(status))

describe.each(questions)('$route fails', (question) => {
  test.each(noAnswer)('%s: goes offline and keeps the session', async (_case, answer) => {
    const session = await offline(answer, question)
    await session.check()
    expect(session.getSnapshot()).toEqual({ status: 'authenticated', user: staffUser })
  })
})

test.each(['online', 'focus', 'pageshow'])('checks again on %s', async (occasion) => {
  const session = await offline()
  window.dispatchEvent(new Event(occasion))
  await becomes(session, 'authenticated')
})

test('checks again after 5, 15 and 60 seconds, then every minute until it succeeds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  expectConsole('error', 'Error fetching profile 503')
  expectConsole('error', 'The session check failed 503')
  api.signIn()
  const times: number[] = []
  const begin = Date.now()
  const busy = () => {
    times.push(Math.round((Date.now() - begin) / 1000))
    return json(503, {})
  }
  for (let count = 0; count < 6; count += 1) api.respondOnce(profile, busy)
  const session = createSession()
  stops.push(session.start())
  await vi.advanceTimersByTimeAsync(180_000)
  expect(times).toEqual([0, 5, 15, 60, 120, 180])
  expect(session.getSnapshot().status).toBe('offline')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.getSnapshot().status).toBe('authenticated')
  const asks = api.requests.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(api.requests).toHaveLength(asks)
})

test('sends nothing after the page is closed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false })
  expectConsole('error', 'Error fetching profile 503')
  expectConsole('error', 'The session check failed 503')
  api.signIn()
  api.once(profile, 503, {})
  const session = createSession()
  const stop = session.start()
  await vi.advanceTimersByTimeAsync(0)
  expect(session.getSnapshot().status).toBe('offline')
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(api.requests).toHaveLength(1)
})

test('signs out when a later check finds that the session has ended', async () => {
  const session = await offline(undefined, { route: refreshing, seconds: -1 })
  api.once(refreshing, 401, { code: 'token_not_valid' })
  await session.check()
  expect(session.getSnapshot()).toEqual({ status: 'unauthenticated', user: null })
  expect(stored()).toEqual({ access: null, refresh: null })
})

test("uses the result of another tab's check", async () => {
  const session = await offline()
  api.signIn()
  hear('access')
  await becomes(session, 'authenticated')
})

test('signs out with another tab while offline', async () => {
  const session = await offline()
  localStorage.clear()
  hear('access')
  expect(session.getSnapshot()).toEqual({ status: 'unauthenticated', user: null })
})

test('stops waiting after a sign-in', async () => {
  const session = await offline()
  await session.login({ email: staffUser.email, password: 'correct horse' })
  expect(session.getSnapshot().status).toBe('authenticated')
})

describe('a renewal without an answer', () => {
  async function lost() {
    api.signIn()
    const session = createSession()
    await check(session)
    api.refuseAccess()
    const before = stored()
    api.once('POST /api/token/refresh/', 502, {})
    await expect(request('GET', '/api/photos/galleries/')).rejects.toMatchObject({ status: 502 })
    expect(stored()).toEqual(before)
    expect(session.getSnapshot()).toEqual({ status: 'offline', user: staffUser })
    return session
  }

  test('keeps the user and the tokens', async () => {
    const session = await lost()
    const states: string[] = []
    session.subscribe(() => states.push(session.getSnapshot().status))
    await session.check()
    expect(states).toEqual(['authenticated'])
  })

  test('shows no user after another user signed in elsewhere', async () => {
    const session = await lost()
    api.answer('GET /api/users/profile/', 200, { ...staffUser, id: 8, first_name: 'Tom' })
    storeTokens({ access: anAccessToken(600, '8'), refresh: 'other.0.1.a.b' })
    hear('access')
    expect(session.getSnapshot()).toEqual({ status: 'loading', user: null })
    await waitFor(() => expect(session.getSnapshot().user?.first_name).toBe('Tom'))
  })
})

test('signs out without leaving the page if the server ended the session', async () => {
  expectConsole('error', 'Error fetching profile 401')
  expectConsole('error', 'The session check failed 401')
  api.signIn()
  api.endSession()
  window.history.replaceState(null, '', '/cv')
  expect(await check()).toEqual(['loading', 'unauthenticated'])
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(requests()).toEqual(['GET /api/users/profile/', 'POST /api/token/refresh/'])
  expect(window.location.pathname).toBe('/cv')
})

test("sign-out clears the user, tokens and cookie, and ends the server's session", async () => {
  const { access, refresh } = api.signIn()
  document.cookie = `refreshToken=${refresh}; Path=/`
  const session = createSession()
  await check(session)
  const done = session.logout()
  expect(session.getSnapshot()).toEqual({ status: 'unauthenticated', user: null })
  expect(stored()).toEqual({ access: null, refresh: null })
  expect(document.cookie).not.toContain('refreshToken')
  await done
  const [logout, ...more] = api.sent('POST /api/users/logout/')
  expect([logout?.body, logout?.headers.get('Authorization'), more.length]).toEqual([
    { refresh },
    `Bearer ${access}`,
    0,
  ])
})

test.each([
  ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['refuses', () => json(500, {})],
])('signing out works even when the server %s', async (_case, answer) => {
  api.signIn()
  const session = createSession()
  await check(session)
  api.respondOnce('POST /api/users/logout/', answer)
  await session.logout()
  expect(session.getSnapshot().status).toBe('unauthenticated')
})

test('a running check cannot undo a sign-out', async () => {
  api.signIn()
  const release = api.hold('GET /api/users/profile/')
  const session = createSession()
  stops.push(session.start())
  await session.logout()
  release()
  await waitFor(() => expect(api.requests).toHaveLength(2))
  await Promise.resolve()
  expect(session.getSnapshot()).toEqual({ status: 'unauthenticated', user: null })
})

/** The event in this tab after another tab has changed the storage. */
const hear = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }))

test('signs out with another tab', async () => {
  api.signIn()
  const session = createSession()
  await check(session)
  localStorage.removeItem('access')
  hear('access')
  expect(session.getSnapshot()).toEqual({ status: 'unauthenticated', user: null })
})

test('signs in with another tab', async () => {
  const session = createSession()
  await check(session)
  api.signIn()
  hear('refresh')
  hear('access')
  await waitFor(() => expect(session.getSnapshot()).toEqual({ status: 'authenticated', user: staffUser }))
  expect(requests()).toEqual(['GET /api/users/profile/'])
})

test('ignores renewals in another tab, but follows a change of user', async () => {
  const { refresh } = api.signIn()
  const session = createSession()
  await check(session)
  storeTokens({ access: anAccessToken(), refresh })
  hear('access')
  expect(session.getSnapshot().status).toBe('authenticated')
  expect(api.sent('GET /api/users/profile/')).toHaveLength(1)

  api.answer('GET /api/users/profile/', 200, { ...staffUser, id: 8, first_name: 'Tom' })
  storeTokens({ access: anAccessToken(600, '8'), refresh: 'other.0.1.a.b' })
  hear('access')
  await waitFor(() => expect(session.getSnapshot().user?.first_name).toBe('Tom'))
})

test('ignores other storage keys', async () => {
  api.signIn()
  const session = createSession()
  await check(session)
  localStorage.clear()
  hear('theme')
  expect(session.getSnapshot().status).toBe('authenticated')
  hear(null)
  expect(session.getSnapshot().status).toBe('unauthenticated')
})

test('checks again when the page returns from the back/forward cache', async () => {
  api.signIn()
  const session = createSession()
  await check(session)
  localStorage.clear()
  expect(session.getSnapshot().status).toBe('authenticated')
  window.dispatchEvent(new Event('pageshow'))
  expect(session.getSnapshot().status).toBe('unauthenticated')
})

test('the check of an older session cannot end a new one', async () => {
  api.signIn()
  api.refuseAccess()
  const releaseOld = api.hold('GET /api/users/profile/')
  const session = createSession()
  stops.push(session.start())
  await waitFor(() => expect(api.sent('GET /api/users/profile/')).toHaveLength(1))

  const releaseNew = api.hold('GET /api/users/profile/')
  const tokens = { access: anAccessToken(), refresh: 'other.0.1.a.b' }
  const begun = session.begin(tokens)
  releaseOld()
  await waitFor(() => expect(api.requests.length).toBeGreaterThan(2))
  releaseNew()
  expect(await begun).toEqual(staffUser)
  expect(session.getSnapshot().status).toBe('authenticated')
  expect(stored()).toEqual(tokens)
})

test('ignores changed profiles without a session', () => {
  const session = createSession()
  session.update(staffUser)
  expect(session.getSnapshot().user).toBeNull()
})

test('tells listeners about a changed name', async () => {
  api.signIn()
  const session = createSession()
  await check(session)
  let heard = 0
  session.subscribe(() => (heard += 1))
  session.update({ ...staffUser, first_name: 'Nell' })
  expect(session.getSnapshot().user?.first_name).toBe('Nell')
  expect(heard).toBe(1)
})
