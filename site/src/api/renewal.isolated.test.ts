import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anAccessToken, api, json, replayApi, stored } from '../testing/replay-api'
import type { ApiError } from './api-error'
import { browser } from '../lib/browser'
import { request } from './client'
import { listGalleryImages } from './photos'
import { storeTokens } from './token-store'
import { login } from './users'

const galleries = () => request('GET', '/api/photos/galleries/')
const refreshes = () => api.sent('POST /api/token/refresh/')
const none = { access: null, refresh: null }

beforeEach(() => {
  window.history.replaceState(null, '', '/photos')
  replayApi('anonymous')
  for (const list of ['galleries', 'images'] as const) api.answer(`GET /api/photos/${list}/`, 200, [])
})

/** Signs in, and lets the access token run out. */
function expired() {
  const tokens = api.signIn()
  api.refuseAccess()
  return tokens
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 'succeeded',
    (error: unknown) => (error as ApiError).status,
  )

test('renews the token after a 401 and repeats the request once', async () => {
  const { access, refresh } = expired()
  expect(await galleries()).toEqual([])
  expect(api.requests.map(({ call }) => call)).toEqual([
    'GET /api/photos/galleries/',
    'POST /api/token/refresh/',
    'GET /api/photos/galleries/',
  ])
  expect(refreshes()[0]?.body).toEqual({ refresh })
  expect(refreshes()[0]?.headers.get('Authorization')).toBeNull()
  expect(stored().access).not.toBe(access)
  expect(api.requests[2]?.headers.get('Authorization')).toBe(`Bearer ${stored().access ?? ''}`)
  expect(stored().refresh).toBe('session.1.1777636800.random.signature')
})

test('repeats the same request', async () => {
  expired()
  const form = new FormData()
  form.append('image', new File(['pixels'], 'crane.png'))
  form.append('title', 'Crane')
  await request('POST', '/api/photos/images/', { body: form })
  expect(api.bodies('POST /api/photos/images/')).toEqual([form, form])
})

test('reports a second 401 to the caller', async () => {
  expired()
  const refused = () => json(401, { detail: 'No.' })
  api.respondOnce('GET /api/photos/galleries/', refused)
  api.respondOnce('GET /api/photos/galleries/', refused)
  expect(await statusOf(galleries())).toBe(401)
  expect(api.sent('GET /api/photos/galleries/')).toHaveLength(2)
  expect(refreshes()).toHaveLength(1)
  expect(browser.goTo).not.toHaveBeenCalled()
})

test.each([
  ['refuses', () => json(401, { code: 'token_not_valid' })],
  ['fails', () => json(500, {})],
  ['answers 201', () => json(201, { access: 'x' })],
  ['answers without a token', () => json(200, { refresh: 's1.1.1.a.b' })],
  ['answers with a page', () => new Response('<h1>Welcome</h1>')],
])('a renewal that %s removes both tokens and leads to the sign-in screen', async (_case, answer) => {
  expired()
  api.respondOnce('POST /api/token/refresh/', answer)
  expect(await statusOf(galleries())).toBe(401)
  expect(stored()).toEqual(none)
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/signin'))
  expect(api.sent('GET /api/photos/galleries/')).toHaveLength(1)
})

test('without a refresh token ends the session', async () => {
  storeTokens({ access: anAccessToken(-1), refresh: null })
  expect(await statusOf(galleries())).toBe(401)
  expect(stored()).toEqual(none)
  expect(refreshes()).toHaveLength(0)
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/signin'))
})

test('does not navigate away from the sign-in screen', async () => {
  window.history.replaceState(null, '', '/signin/')
  storeTokens({ access: anAccessToken(-1), refresh: null })
  expect(await statusOf(galleries())).toBe(401)
  await new Promise((resolve) => setTimeout(resolve))
  expect(browser.goTo).not.toHaveBeenCalled()
})

test.each([0, 429, 502, 503, 504])(
  'a renewal that is answered %i, 0 for not at all, signs nobody out',
  async (status) => {
    const tokens = expired()
    if (status === 0) api.disconnect('POST /api/token/refresh/')
    else api.once('POST /api/token/refresh/', status, {})
    expect(await statusOf(galleries())).toBe(status)
    expect(stored()).toEqual(tokens)
    await new Promise((resolve) => setTimeout(resolve))
    expect(browser.goTo).not.toHaveBeenCalled()
    expect(await galleries()).toEqual([])
  },
)

test("waiting tabs renew themselves after another tab's renewal failed", async () => {
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
  const tokens = expired()
  api.once('POST /api/token/refresh/', 503, {})
  const tabs = [await anotherTab(), await anotherTab(), await anotherTab()]
  const lists = await Promise.allSettled(tabs.map((tab) => tab('GET', '/api/photos/galleries/')))
  expect(lists.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(refreshes()).toHaveLength(2)
  expect(stored().refresh).not.toBe(tokens.refresh)
})

test('reads public lists anonymously after the session has ended, without navigation', async () => {
  expired()
  api.replay('refresh-dead')
  api.once('GET /api/photos/images/', 401, { code: 'token_not_valid' })
  expect(await listGalleryImages('page-logos')).toEqual([])
  expect(api.sent('GET /api/photos/images/')[1]?.headers.get('Authorization')).toBeNull()
  expect(stored()).toEqual(none)
  await new Promise((resolve) => setTimeout(resolve))
  expect(browser.goTo).not.toHaveBeenCalled()
})

test('does not renew after a refused sign-in', async () => {
  api.replayOnce('login-wrong')
  const tokens = expired()
  expect(await statusOf(login({ email: 'staff@example.test', password: 'wrong' }))).toBe(401)
  expect(api.requests).toHaveLength(1)
  expect(api.requests[0]?.headers.get('Authorization')).toBeNull()
  expect(stored()).toEqual(tokens)
})

test('concurrent 401s share one renewal', async () => {
  expired()
  expect(
    await Promise.all([galleries(), galleries(), galleries(), request('GET', '/api/photos/images/')]),
  ).toEqual([[], [], [], []])
  expect(refreshes()).toHaveLength(1)
})

test('a later 401 uses the token that was already renewed', async () => {
  expired()
  const release = api.hold('GET /api/photos/galleries/')
  api.once('GET /api/photos/galleries/', 401, {})
  const slow = galleries()
  await galleries()
  api.once('GET /api/photos/galleries/', 200, [])
  release()
  expect(await slow).toEqual([])
  expect(refreshes()).toHaveLength(1)
})

/** The client as another tab of the browser runs it. */
async function anotherTab() {
  vi.resetModules()
  return (await import('./client')).request
}

test('tabs share one renewal', async () => {
  const locks = new FakeLocks()
  vi.stubGlobal('navigator', { locks })
  expired()
  const tabs = [await anotherTab(), await anotherTab(), await anotherTab()]
  const lists = await Promise.all(tabs.map((tab) => tab('GET', '/api/photos/galleries/')))
  expect(lists).toEqual([[], [], []])
  expect(locks.requests).toBe(3)
  expect(refreshes()).toHaveLength(1)
})

const renewal = (refresh: string | undefined) => () => json(200, { access: anAccessToken(), refresh })

test.each([
  ['a newer one replaces it', 's1.4.1.a.b', 's1.5.2.c.d', 's1.5.2.c.d'],
  ['numbers are compared as numbers', 's1.9.1.a.b', 's1.10.2.c.d', 's1.10.2.c.d'],
  ['one of the same age does not', 's1.4.1.a.b', 's1.4.2.c.d', 's1.4.1.a.b'],
  ['an older one does not', 's1.4.1.a.b', 's1.3.2.c.d', 's1.4.1.a.b'],
  ['none leaves it', 's1.4.1.a.b', undefined, 's1.4.1.a.b'],
  ['one of another make replaces it', 'opaque', 'opaque too', 'opaque too'],
])('the refresh token: %s', async (_case, before, answered, after) => {
  storeTokens({ access: anAccessToken(-1), refresh: before })
  api.respondOnce('POST /api/token/refresh/', renewal(answered))
  await galleries()
  expect(stored().refresh).toBe(after)
})

test('does not replace a newer refresh token from another tab', async () => {
  storeTokens({ access: anAccessToken(-1), refresh: 's1.4.1.a.b' })
  api.respondOnce('POST /api/token/refresh/', () => {
    localStorage.setItem('refresh', 's1.6.3.e.f')
    return renewal('s1.5.2.c.d')()
  })
  await galleries()
  expect(stored().refresh).toBe('s1.6.3.e.f')
})

test('a running renewal cannot undo a sign-out', async () => {
  expired()
  api.respondOnce('POST /api/token/refresh/', () => {
    localStorage.clear()
    return renewal('s1.1.1.a.b')()
  })
  await statusOf(galleries())
  expect(stored()).toEqual(none)
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledExactlyOnceWith('/signin'))
})

test('the end of a session does not affect one that started later', async () => {
  expired()
  const other = { access: anAccessToken(600, '8'), refresh: 'other.0.1.a.b' }
  api.respondOnce('POST /api/token/refresh/', () => {
    storeTokens(other)
    return json(401, { code: 'token_not_valid' })
  })
  expect(await galleries()).toEqual([])
  expect(stored()).toEqual(other)
  expect(browser.goTo).not.toHaveBeenCalled()
})

/** The browser's locks, as all tabs of a site share them: one holder at a time, the others in the order of their requests. */
class FakeLocks {
  private readonly queues = new Map<string, Promise<unknown>>()
  requests = 0

  request<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.requests += 1
    const result = (this.queues.get(name) ?? Promise.resolve()).then(work)
    this.queues.set(
      name,
      result.catch(() => undefined),
    )
    return result
  }
}
