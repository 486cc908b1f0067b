import { beforeEach, expect, test, vi } from 'vitest'
import conflict from '../testing/golden/content-draft-conflict.json'
import { api, replayApi, stored } from '../testing/replay-api'
import { askForReset, confirmReset, loginWithToken, register, type Registration } from './accounts'
import { ApiError } from './api-error'
import { request } from './client'
import { conflictOf, saveDraft } from './content'
import { listGalleryImages, listGalleries } from './photos'
import { renew } from './renewal'
import { getProfile, login, logout } from './users'

const nobody = { email: '', password: '' }

beforeEach(() => {
  replayApi('anonymous')
  for (const list of ['galleries', 'images'] as const) api.answer(`GET /api/photos/${list}/`, 200, [])
})

const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('The request was expected to fail'),
    (error: unknown) => error as ApiError,
  )

test('sends cookies, CSRF header and access token, and accepts JSON', async () => {
  const { access } = api.signIn()
  document.cookie = 'csrftoken=a%2Bb; Path=/'
  const fetched = vi.spyOn(globalThis, 'fetch')
  expect(await request('GET', '/api/photos/galleries/')).toEqual([])
  const [sent] = api.requests
  expect(sent && Object.fromEntries(sent.headers)).toEqual({
    accept: 'application/json',
    authorization: `Bearer ${access}`,
    'x-csrftoken': 'a+b',
  })
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include', cache: 'no-cache' })
  expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('signal')
})

test('anonymous reads send neither token nor CSRF header', async () => {
  await request('GET', '/api/photos/images/', { query: { gallery_slug: 'page-logos' }, session: 'optional' })
  expect(Object.fromEntries(api.requests[0]?.headers ?? [])).toEqual({ accept: 'application/json' })
  expect(api.requests[0]?.path).toBe('/api/photos/images/?gallery_slug=page-logos')
})

test('creates the csrftoken cookie once, before the first write', async () => {
  await request('POST', '/api/users/login/', { body: nobody, session: 'none' }).catch(() => undefined)
  const [sent] = api.requests
  const token = sent?.headers.get('X-CSRFToken')
  expect(token).toMatch(/^[0-9a-f]{32}$/)
  expect(document.cookie).toBe(`csrftoken=${token ?? ''}`)
  api.signIn()
  await request('POST', '/api/photos/galleries/', { body: { name: 'Harbour', description: '' } })
  await request('GET', '/api/photos/galleries/')
  expect(api.requests.map(({ headers }) => headers.get('X-CSRFToken'))).toEqual([token, token, token])
})

test('the csrftoken cookie is valid for the whole site, persistent and SameSite=Lax', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  await request('POST', '/api/users/login/', { body: nobody, session: 'none' }).catch(() => undefined)
  expect(written.mock.calls).toEqual([
    [expect.stringMatching(/^csrftoken=[0-9a-f]{32}; Max-Age=31536000; Path=\/; SameSite=Lax$/)],
  ])
})

test('sends no CSRF header if the browser refuses cookies', async () => {
  vi.spyOn(document, 'cookie', 'set').mockImplementation(() => undefined)
  await request('POST', '/api/users/login/', { body: nobody, session: 'none' }).catch(() => undefined)
  expect(api.requests[0]?.headers.has('X-CSRFToken')).toBe(false)
})

test.each([
  ['is not encoded correctly', 'csrftoken=%E0%A4%A', '%E0%A4%A'],
  ['no header can hold', 'csrftoken=%E2%82%AC', expect.stringMatching(/^[0-9a-f]{32}$/)],
])('a csrftoken that %s stops no write', async (_, cookie, header) => {
  document.cookie = `${cookie}; Path=/`
  await request('POST', '/api/users/login/', { body: nobody, session: 'none' }).catch(() => undefined)
  expect(api.requests.map(({ headers }) => headers.get('X-CSRFToken'))).toEqual([header])
})

/** Every call of the site, by who it is for. */
const withoutToken: [string, () => Promise<unknown>][] = [
  ['refresh', () => renew(localStorage.getItem('access'))],
  ['login', () => login({ email: 'staff@example.test', password: 'wrong' })],
  ['register', () => register({} as Registration)],
  ['forgot', () => askForReset('staff@example.test')],
  ['reset', () => confirmReset({ uidb64: 'x', token: 'y' }, { new_password: '', new_password2: '' })],
  ['token login', () => loginWithToken('app-token-spent')],
]
const withToken: [string, () => Promise<unknown>][] = [
  ['logout', () => logout('s1.0.1.a.b')],
  ['the photos of a gallery', () => listGalleryImages('page-logos')],
  ['the galleries', () => listGalleries()],
  ['the profile', () => getProfile()],
]

test.each(withToken)('sends the access token to %s', async (_call, call) => {
  const { access } = api.signIn()
  await call()
  expect(api.requests.map(({ headers }) => headers.get('Authorization'))).toEqual([`Bearer ${access}`])
})

test.each(withoutToken)('does not send the access token to %s', async (_call, call) => {
  api.signIn()
  await call().catch(() => undefined)
  expect(api.requests.map(({ headers }) => headers.get('Authorization'))).toEqual([null])
  expect(api.requests[0]?.headers.get('X-CSRFToken')).toMatch(/^[0-9a-f]{32}$/)
})

test('sends objects as JSON and forms as multipart', async () => {
  api.signIn()
  await request('POST', '/api/photos/galleries/', { body: { name: 'Harbour', description: '' } })
  const form = new FormData()
  form.append('image', new File(['x'], 'x.png'))
  await request('POST', '/api/photos/images/', { body: form })
  const [first, second] = api.requests
  expect(first?.headers.get('Content-Type')).toBe('application/json')
  expect(first?.body).toEqual({ name: 'Harbour', description: '' })
  expect(second?.headers.get('Content-Type')).toBeNull()
  expect(second?.body).toBe(form)
})

test.each([
  [200, { id: 1 }, { id: 1 }],
  [201, [], []],
  [299, 'odd', 'odd'],
])('%i is a success', async (status, data, result) => {
  api.signIn()
  api.once('GET /api/photos/galleries/', status, data)
  expect(await request('GET', '/api/photos/galleries/')).toEqual(result)
})

test('204 resolves to undefined', async () => {
  api.signIn()
  api.respondOnce('GET /api/photos/galleries/', () => new Response(null, { status: 204 }))
  expect(await request('GET', '/api/photos/galleries/')).toBeUndefined()
})

test.each([300, 400, 403, 404, 413, 429, 500, 503])('%i reaches the caller unchanged', async (status) => {
  const tokens = api.signIn()
  api.respondOnce('GET /api/photos/galleries/', () =>
    Response.json({ detail: 'Why.' }, { status, statusText: 'Words' }),
  )
  const error = await failure(request('GET', '/api/photos/galleries/'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status,
    statusText: 'Words',
    data: { detail: 'Why.' },
    isNetwork: false,
  })
  expect(stored()).toEqual(tokens)
  expect(api.requests).toHaveLength(1)
})

test('an HTML error is an ApiError', async () => {
  api.signIn()
  api.respondOnce('GET /api/photos/galleries/', () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await failure(request('GET', '/api/photos/galleries/'))).toMatchObject({
    status: 502,
    data: '<h1>Bad gateway</h1>',
  })
})

test('a failed connection has status 0', async () => {
  api.signIn()
  api.disconnect('GET /api/photos/galleries/')
  const error = await failure(request('GET', '/api/photos/galleries/'))
  expect(error).toBeInstanceOf(ApiError)
  expect([error.status, error.isNetwork]).toEqual([0, true])
})

test('a truncated response has status 0', async () => {
  api.signIn()
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
  api.respondOnce('GET /api/photos/galleries/', () => new Response(broken))
  expect((await failure(request('GET', '/api/photos/galleries/'))).isNetwork).toBe(true)
})

test('logs method, path, status and duration, and no secrets', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  api.signIn()
  api.disconnect('GET /api/photos/images/')
  await failure(request('GET', '/api/photos/images/', { query: { gallery_slug: 'hush' } }))
  await request('POST', '/api/photos/galleries/', { body: { name: 'hush', description: 'hush' } })
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/^GET \/api\/photos\/images\/ no response \d+ ms$/)],
    [expect.stringMatching(/^POST \/api\/photos\/galleries\/ 201 \d+ ms$/)],
  ])
})

test('encodes path values and does not log them', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  await request('DELETE', '/api/users/sessions/{id}/', { params: { id: 'a/b' } })
  expect(api.requests.map(({ path }) => path)).toEqual(['/api/users/sessions/a%2Fb/'])
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/^DELETE \/api\/users\/sessions\/\{id\}\/ 204 \d+ ms$/)],
  ])
})

test('the conflict of a draft, as the server tells it, has the other draft', async () => {
  api.signIn()
  api.replay('content-draft-conflict')
  const mine = { path: 'about.md', text: 'Mine.', base: 0, revision: 0 }
  const { text, base, revision } = conflict.body.draft
  expect(conflictOf(await failure(saveDraft(mine)))).toEqual({ text, base, revision })
})
