import { describe, expect, it, vi } from 'vitest'
import { golden, replay } from '../testing/golden'
import { ApiError, fieldErrors, serverMessage } from './api-error'
import { createGallery, listGalleries, listImages, uploadImage } from './photos'
import { getProfile, login } from './users'

const files = import.meta.glob('../testing/golden/*.json', { eager: true, import: 'default' })

/** Lets the server answer the next request with a golden answer, and returns what was asked for. */
function server(answer: Parameters<typeof replay>[0]) {
  const fetch = vi.fn((path: string, init: RequestInit) => {
    expect(`${init.method ?? 'GET'} ${path.split('?')[0] ?? ''}`).toBe(answer.call)
    return Promise.resolve(replay(answer))
  })
  vi.stubGlobal('fetch', fetch)
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it was not refused'),
    (error: unknown) => error,
  )

const credentials = { email: 'user@example.test', password: 'correct horse battery' }
const picture = { image: new File(['x'], 'x.jpg'), title: 'X', description: '', altText: '', gallery: 1 }

describe('the answers of the real server', () => {
  it('are all known here', () => {
    expect(Object.values(golden)).toHaveLength(Object.keys(files).length)
    expect(Object.values(files)).toEqual(expect.arrayContaining(Object.values(golden)))
  })

  it.each([
    ['a sign-in', golden.login, () => login(credentials)],
    ['a profile', golden.profileStaff, () => getProfile('optional')],
    ['the galleries', golden.galleries, () => listGalleries()],
    ['a new gallery', golden.gallery, () => createGallery({ name: 'page logos', description: '' })],
    ["a gallery's pictures", golden.imagesOfGallery, () => listImages({ gallerySlug: 'page-logos' })],
    ['an upload', golden.upload, () => uploadImage(picture)],
  ] as const)('are understood: %s', async (_, answer, call) => {
    server(answer)
    await expect(call()).resolves.toEqual(answer.body)
  })

  it.each([
    ['a wrong password', golden.loginWrong, golden.loginWrong.body.detail],
    ['too many tries', golden.throttled, golden.throttled.body.detail],
    ['blank fields', golden.loginBlank, ''],
  ])('are refusals with words: %s', async (_, answer, words) => {
    server(answer)
    const error = await refusal(login(credentials))
    expect(error).toBeInstanceOf(ApiError)
    expect(serverMessage(error)).toBe(words)
  })

  it('blame fields', async () => {
    server(golden.uploadErrors)
    expect(fieldErrors(await refusal(uploadImage(picture)))).toEqual(golden.uploadErrors.body)
  })
})
