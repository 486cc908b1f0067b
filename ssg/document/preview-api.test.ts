import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import previewApi, { config } from '../netlify/preview-api.ts'
import { proxied } from '../model/addresses.ts'

const seen: Request[] = []

beforeEach(() => {
  seen.length = 0
  vi.stubGlobal('Netlify', {
    env: { get: (name: string) => (name === 'API_ORIGIN' ? 'https://api.test' : undefined) },
  })
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    seen.push(new Request(url, init))
    return Promise.resolve(new Response('[]'))
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const ask = (method: string, path: string, context = 'deploy-preview') => {
  const headers = { Authorization: 'Bearer x', Cookie: 'refreshToken=x', Accept: 'application/json' }
  return previewApi(new Request(`https://preview.test${path}`, { method, headers }), { deploy: { context } })
}

test.each([
  ['POST', '/api/users/login/'],
  ['PATCH', '/api/users/profile/'],
  ['PUT', '/api/photos/images/1/'],
  ['DELETE', '/api/photos/images/1/'],
  ['OPTIONS', '/api/users/login/'],
  // It spends the token.
  ['GET', '/login-with-token/?token=x'],
  ['POST', '/backend/forgotpasswordreset/'],
])('on a preview %s %s is refused with a sentence and reaches nothing', async (method, path) => {
  for (const context of ['deploy-preview', 'branch-deploy', 'a-branch']) {
    const answer = await ask(method, path, context)
    expect(answer?.status).toBe(503)
    const { detail } = (await answer?.json()) as { detail: string }
    expect(detail).toMatch(/^This is a preview\. /)
  }
  expect(seen).toEqual([])
})

test('a preview reads public data from the published site, as a stranger', async () => {
  expect((await ask('GET', '/api/photos/images/?gallery_slug=page-logos'))?.status).toBe(200)
  expect((await ask('GET', '/cv-download'))?.status).toBe(200)
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://api.test/api/photos/images/?gallery_slug=page-logos',
    'GET https://api.test/cv-download',
  ])
  expect([...(seen[0]?.headers.keys() ?? [])]).toEqual(['accept'])
})

test('without an origin a preview reads nothing either', async () => {
  vi.stubGlobal('Netlify', { env: { get: () => undefined } })
  expect((await ask('GET', '/api/health/'))?.status).toBe(503)
  expect(seen).toEqual([])
})

test('on the published site it steps aside', async () => {
  expect(await ask('POST', '/api/users/login/', 'production')).toBeUndefined()
  // Images are read from the API itself.
  expect(config.path).toEqual(proxied.filter((path) => path !== '/media/*'))
})
