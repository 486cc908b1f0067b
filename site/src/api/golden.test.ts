import { describe, expect, it, vi } from 'vitest'
import { json } from '../testing/replay-api'
import contentDraftConflict from '../testing/golden/content-draft-conflict.json'
import contentHistory from '../testing/golden/content-history.json'
import contentPublications from '../testing/golden/content-publications.json'
import contentFiles from '../testing/golden/content-files.json'
import galleries from '../testing/golden/galleries.json'
import gallery from '../testing/golden/gallery.json'
import imagesOfGallery from '../testing/golden/images-of-gallery.json'
import loginAnswer from '../testing/golden/login.json'
import loginBlank from '../testing/golden/login-blank.json'
import loginWrong from '../testing/golden/login-wrong.json'
import profileStaff from '../testing/golden/profile-staff.json'
import throttled from '../testing/golden/throttled.json'
import upload from '../testing/golden/upload.json'
import uploadErrors from '../testing/golden/upload-errors.json'
import { ApiError, fieldErrors, serverMessage } from './api-error'
import { conflictOf, listContent, listFormerTexts, listPublications, saveDraft } from './content'
import { createGallery, listGalleries, uploadImage, listGalleryImages } from './photos'
import { getProfile, login } from './users'

/** Lets the server answer the next request with a golden answer, and returns what was asked for. */
function server(answer: { call: string; status: number; body: unknown }) {
  const fetch = vi.fn((path: string, init: RequestInit) => {
    expect(`${init.method ?? 'GET'} ${path.split('?')[0] ?? ''}`).toBe(answer.call)
    return Promise.resolve(json(answer.status, answer.body))
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

describe('recorded answers', () => {
  it.each([
    ['a sign-in', loginAnswer, () => login(credentials)],
    ['a profile', profileStaff, () => getProfile('optional')],
    ['the galleries', galleries, () => listGalleries()],
    ['the content', contentFiles, () => listContent()],
    ['the publications', contentPublications, () => listPublications()],
    ['the history of a text', contentHistory, () => listFormerTexts('about.md')],
    ['a new gallery', gallery, () => createGallery({ name: 'page logos', description: '' })],
    ["a gallery's pictures", imagesOfGallery, () => listGalleryImages('page-logos')],
    ['an upload', upload, () => uploadImage(picture)],
  ] as const)('are understood: %s', async (_, answer, call) => {
    server(answer)
    await expect(call()).resolves.toEqual(answer.body)
  })

  it.each([
    ['a wrong password', loginWrong, loginWrong.body.detail],
    ['too many tries', throttled, throttled.body.detail],
    ['blank fields', loginBlank, ''],
  ])('are refusals with words: %s', async (_, answer, words) => {
    server(answer)
    const error = await refusal(login(credentials))
    expect(error).toBeInstanceOf(ApiError)
    expect(serverMessage(error)).toBe(words)
  })

  it('have messages for fields', async () => {
    server(uploadErrors)
    expect(fieldErrors(await refusal(uploadImage(picture)))).toEqual(uploadErrors.body)
  })

  it('reports the conflicting draft', async () => {
    server(contentDraftConflict)
    const error = await refusal(
      saveDraft({ path: 'about.md', text: 'Mine.', base: '', revision: 0, publication: 0 }),
    )
    const { text, base, revision } = contentDraftConflict.body.draft
    expect(conflictOf(error)).toEqual({ text, base, revision, publication: 0 })
  })
})
