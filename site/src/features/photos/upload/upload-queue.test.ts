import { act, renderHook } from '@testing-library/react'
import { clear, createStore, keys, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, replayApi } from '../../../testing/replay-api'
import { imageFile } from '../photos.testdata'
import {
  chooseImage,
  discardUploads,
  findLeftImages,
  onUploadEnd,
  percentOf,
  resumeUploads,
  startUpload,
  useUploads,
  type Outcome,
} from './upload-queue'

const upload = 'POST /api/photos/images/'
const details = { title: 'T', description: '', gallery: null, scaleDown: false }
const database = createStore('photo-uploads', 'queue')
const lost = 'There is no connection. The upload goes on when it is back.'
let outcomes: Outcome[]
let forget: () => void

beforeEach(async () => {
  await clear(database)
  replayApi()
  outcomes = []
  forget = onUploadEnd((outcome) => void outcomes.push(outcome))
})

afterEach(() => {
  forget()
  discardUploads()
})

const choose = (...names: string[]) => names.map((name) => chooseImage(imageFile(name)))
const sentKeys = () => api.sent(upload).map(({ headers }) => headers.get('Idempotency-Key'))
const sentNames = () => api.bodies(upload).map((form) => ((form as FormData).get('image') as File).name)

/** Starts an upload with fake timers, so that waiting takes no time; resolves when the first request is sent. */
async function start(...names: string[]) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const images = choose(...names)
  const { result } = renderHook(useUploads)
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
  act(() => void startUpload(images, details, 1))
  // The browser's database is not on the fake clock.
  while (api.sent(upload).length === 0) await act(() => new Promise(setImmediate))
  return { images, uploads: result, pass }
}

test.each([0, 429, 502, 503, 504])(
  'a photo that %i answers is sent again under the same key',
  async (status) => {
    for (let tries = 0; tries < 3; tries++) {
      if (status === 0) api.disconnect(upload)
      else api.once(upload, status, {})
    }
    const { images, uploads, pass } = await start('a.jpg', 'b.jpg')
    await pass(400)
    expect([uploads.current.notice, sentKeys().length]).toEqual([lost, 1])
    await pass(1500)
    expect([uploads.current.notice, sentKeys().length]).toEqual([lost, 3])
    await pass(2000)
    const [first = '', second] = images.map(({ id }) => id)
    expect(sentKeys()).toEqual([first, first, first, first, second])
    expect(outcomes).toEqual([{ succeeded: 2, failed: 0 }])
    expect(uploads.current).toEqual({ entries: [], running: false, notice: '', unkept: false })
  },
)

test('a server that stays away gets the full number of tries once, and each further photo one', async () => {
  api.answer(upload, 503, {})
  const { uploads, pass } = await start('a.jpg', 'b.jpg', 'c.jpg')
  await pass(600_000)
  expect(sentNames()).toEqual([...Array<string>(10).fill('a.jpg'), 'b.jpg', 'c.jpg'])
  expect(outcomes).toEqual([{ succeeded: 0, failed: 3 }])
  expect(uploads.current.entries.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
})

test('a photo waits as long as the browser is offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  api.disconnect(upload)
  const { pass } = await start('a.jpg')
  await pass(3_600_000)
  expect(outcomes).toEqual([])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await pass(100)
  expect(outcomes).toEqual([{ succeeded: 1, failed: 0 }])
})

test('a refused photo is sent once, and is sent again only for the user', async () => {
  api.once(upload, 413, { detail: 'Too large.' })
  const { images, uploads, pass } = await start('a.jpg', 'b.jpg')
  await pass(60_000)
  expect(sentNames()).toEqual(['a.jpg', 'b.jpg'])
  expect(outcomes).toEqual([{ succeeded: 1, failed: 1 }])
  expect(uploads.current.entries.map(({ image }) => image.file.name)).toEqual(['a.jpg'])
  expect(await keys(database)).toEqual([images[0]?.id])
  await act(resumeUploads)
  expect(outcomes[1]).toEqual({ succeeded: 1, failed: 0 })
  expect(await keys(database)).toEqual([])
})

test('progress counts failures, and a running upload refuses another start, a retry and a discard', async () => {
  api.once(upload, 400, {})
  const release = api.hold(upload)
  const { uploads, pass } = await start('a.jpg', 'b.jpg', 'c.jpg')
  await pass(0)
  const before = uploads.current
  expect([before.running, percentOf(before)]).toEqual([true, 33])
  await startUpload(choose('d.jpg'), details, 1)
  await resumeUploads()
  discardUploads()
  expect(uploads.current).toBe(before)
  release()
  await pass(0)
  expect(outcomes).toEqual([{ succeeded: 2, failed: 1 }])
})

test('nothing is sent after the session has ended', async () => {
  api.endSession()
  api.answer(upload, 401, {})
  const { uploads, pass } = await start('a.jpg', 'b.jpg', 'c.jpg')
  await pass(100)
  expect(sentNames()).toEqual(['a.jpg'])
  const reason = new Error('It was not sent: your session has ended.')
  expect(uploads.current.entries.slice(1).map(({ error }) => error)).toEqual([reason, reason])
})

test('photos that the browser cannot keep are uploaded, with a notice', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const release = api.hold(upload)
  const { uploads, pass } = await start('a.jpg')
  await pass(0)
  expect(uploads.current.notice).toMatch(/^This browser can't keep the photos\./)
  release()
  await pass(0)
  expect(outcomes).toEqual([{ succeeded: 1, failed: 0 }])
  expect(uploads.current.unkept).toBe(false)
})

test('a failed photo that the browser cannot keep is lost with the page, until it is uploaded or discarded', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  api.once(upload, 413, { detail: 'Too large.' })
  const { uploads, pass } = await start('a.jpg', 'b.jpg')
  await pass(0)
  expect([uploads.current.running, uploads.current.unkept]).toEqual([false, true])
  act(discardUploads)
  expect(uploads.current.unkept).toBe(false)
})

test('photos left by an earlier page are offered to their user, unless a window uploads', async () => {
  const locked = vi.fn<() => boolean>().mockReturnValue(true)
  const request = (_name: string, _options: object, work: (lock: object | null) => unknown) =>
    Promise.resolve(work(locked() ? null : {}))
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
  for (const [index, user] of [2, 1, 1].entries())
    await set(
      `${index}`,
      { id: `${index}`, file: { name: `${index}.jpg` }, altText: '', details, user },
      database,
    )
  const { result } = renderHook(useUploads)
  await act(() => findLeftImages(1))
  expect(result.current.entries).toEqual([])
  locked.mockReturnValue(false)
  await act(() => findLeftImages(1))
  await act(() => findLeftImages(1))
  expect(result.current.entries.map(({ image, status }) => [image.id, status])).toEqual([
    ['1', 'left'],
    ['2', 'left'],
  ])
  act(discardUploads)
  await vi.waitFor(async () => expect(await keys(database)).toEqual(['0']))
})
