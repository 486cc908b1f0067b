import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discardUpload, uploadInParts } from '../../api/resumable-upload'
import { browser } from '../../lib/browser'
import images from '../../testing/golden/images.json'
import profile from '../../testing/golden/profile-staff.json'
import { openSite } from '../../testing/render-app'
import { replayApi, type ReplayedApi } from '../../testing/replay-api'
import { usePageErrors } from '../../ui/form-errors'
import { ConversionError, heicToJpeg } from './heic-to-jpeg'
import type { Progress } from './upload-machine'
import { useUpload } from './use-upload'

/** The contents of the browser's database. jsdom has neither IndexedDB nor locks. */
const stored = new Map<number | string, unknown>()
let isFull = false
let isLost = false
/** Resolves to a value, unless the connection to the database is lost. */
const answer = <T,>(value: () => T) =>
  isLost ? Promise.reject(new DOMException('', 'InvalidStateError')) : Promise.resolve(value())
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  getMany: (keys: number[]) => answer(() => keys.map((key) => stored.get(key))),
  set: (key: number, value: unknown) =>
    isFull
      ? Promise.reject(new DOMException('', 'QuotaExceededError'))
      : answer(() => stored.set(key, value)),
  delMany: (keys: number[]) => answer(() => keys.forEach((key) => stored.delete(key))),
  entries: () => Promise.resolve([...stored]),
}))
vi.mock('../../api/resumable-upload')
vi.mock('../../api/file-hash', () => ({ fileHash: (file: File) => Promise.resolve(`hash of ${file.name}`) }))
vi.mock('./heic-to-jpeg', async (original) => ({ ...(await original<object>()), heicToJpeg: vi.fn() }))

const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)
const details = { title: 'T', description: 'At dawn', gallery: 3 }
const large = (name: string) => new File([new Uint8Array(2 ** 20 + 1)], name)
const names = (queue: { current: ReturnType<typeof useUpload> }) =>
  queue.current.unfinished.map(({ file }) => file.name)

const small = (name: string) => new File(['pixels'], name)
const upload = 'POST /api/photos/images/'

const user = profile.body.id
let api: ReplayedApi
let otherTabUploads = false

beforeEach(() => {
  stored.clear()
  isFull = isLost = otherTabUploads = false
  vi.resetAllMocks()
  vi.stubGlobal('isSecureContext', true)
  const request = (_name: string, ...[options, work = options]: ((lock: object | null) => unknown)[]) =>
    Promise.resolve(work?.(otherTabUploads ? null : {}))
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  api = replayApi()
  api.answer('GET /api/photos/images/', 200, [])
})

afterEach(() => {
  vi.useRealTimers()
})

/** The upload form's state on a newly loaded page. */
async function loadPage(as = user) {
  const { result } = renderHook(() => useUpload(usePageErrors(), as), { wrapper })
  // Reading the stored images takes a few ticks.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  return result
}

const never = new Promise<never>(() => undefined)
const begunOnce = (url: string) =>
  vi.mocked(uploadInParts).mockImplementationOnce(async (_image, { onBegin }) => {
    await onBegin(url)
    return never
  })
const isBegun = () => [...stored.keys()].some((key) => typeof key === 'string')

/** Ends the page after the server has received part of the first photo, as a dead battery would. */
async function interrupt(...files: string[]) {
  begunOnce('/api/photos/uploads/one/')
  const page = await loadPage()
  act(() => page.current.choose(files.map(large)))
  act(() => void page.current.start(details))
  await waitFor(() => expect(isBegun()).toBe(true))
  vi.mocked(uploadInParts).mockReset()
}

test('the next page lists unfinished photos in order and resumes them', async () => {
  await interrupt('a.jpg', 'b.jpg')
  const page = await loadPage()
  await waitFor(() => expect(names(page)).toEqual(['a.jpg', 'b.jpg']))
  await act(() => page.current.resume())
  const calls = vi.mocked(uploadInParts).mock.calls
  expect(calls.map(([{ image, ...texts }, { url }]) => [image.name, texts, url])).toEqual([
    ['a.jpg', { ...details, title: 'T - a.jpg', altText: '' }, '/api/photos/uploads/one/'],
    ['b.jpg', { ...details, title: 'T - b.jpg', altText: '' }, undefined],
  ])
  expect(page.current.unfinished).toEqual([])
  expect(stored.size).toBe(0)
})

test('a stored file is not written again', async () => {
  await interrupt('a.jpg')
  const page = await loadPage()
  await waitFor(() => expect(names(page)).toEqual(['a.jpg']))
  const id = page.current.unfinished[0]?.id ?? 0
  const record = stored.get(id)
  begunOnce('/api/photos/uploads/two/')
  act(() => void page.current.resume())
  await waitFor(() =>
    expect([...stored.values()]).toContainEqual({ url: '/api/photos/uploads/two/', sent: undefined }),
  )
  expect(stored.get(id)).toBe(record)
  await waitFor(async () =>
    expect((await loadPage()).current.unfinished.map(({ url }) => url)).toEqual(['/api/photos/uploads/two/']),
  )
})

test('unfinished photos are hidden from other users', async () => {
  await interrupt('a.jpg')
  expect(names(await loadPage(user + 1))).toEqual([])
})

test('no unfinished photos are listed while another tab uploads', async () => {
  await interrupt('a.jpg')
  otherTabUploads = true
  expect(names(await loadPage())).toEqual([])
})

test('a photo uploaded in another tab is not uploaded again', async () => {
  await interrupt('a.jpg', 'b.jpg')
  const page = await loadPage()
  await waitFor(() => expect(names(page)).toHaveLength(2))
  stored.delete(page.current.unfinished[0]?.id ?? 0)
  await act(() => page.current.resume())
  expect(vi.mocked(uploadInParts).mock.calls.map(([{ image }]) => image.name)).toEqual(['b.jpg'])
})

test('discarding photos deletes them here and on the server', async () => {
  await interrupt('a.jpg', 'b.jpg')
  const page = await loadPage()
  await waitFor(() => expect(names(page)).toHaveLength(2))
  act(() => page.current.discard())
  await waitFor(() => expect(stored.size).toBe(0))
  expect(names(page)).toEqual([])
  expect(vi.mocked(discardUpload).mock.calls).toEqual([['/api/photos/uploads/one/']])
})

test('photos that the browser has no room for are uploaded with a notice', async () => {
  isFull = true
  let finish = () => {}
  vi.mocked(uploadInParts).mockReturnValue(new Promise((resolve) => (finish = resolve)))
  const page = await loadPage()
  let outcome: ReturnType<typeof page.current.start> | undefined
  act(() => page.current.choose([large('a.jpg')]))
  act(() => {
    outcome = page.current.start(details)
  })
  const notice = "This browser can't keep the photos. Leave this page open until they are uploaded."
  await waitFor(() => expect(page.current.notice).toBe(notice))
  finish()
  await act(async () => {
    expect(await outcome).toMatchObject({ succeeded: 1, failed: 0 })
  })
  expect(page.current.notice).toBe('')
})

test('an upload continues when the browser’s database is lost', async () => {
  await interrupt('a.jpg')
  const page = await loadPage()
  await waitFor(() => expect(names(page)).toEqual(['a.jpg']))
  isLost = true
  await act(async () => {
    expect(await page.current.resume()).toMatchObject({ succeeded: 1, failed: 0 })
  })
  expect(page.current.queue.running).toBe(false)
})

test('a HEIC photo is converted once, and the next page resumes the JPEG', async () => {
  vi.mocked(heicToJpeg).mockImplementation((file) => Promise.resolve(new File([file], 'IMG_1.jpg')))
  await interrupt('IMG_1.HEIC')
  const page = await loadPage()
  await waitFor(() => expect(names(page)).toEqual(['IMG_1.jpg']))
  await act(() => page.current.resume())
  expect(vi.mocked(uploadInParts).mock.calls[0]?.[0]).toMatchObject({ title: 'T - IMG_1.jpg' })
  expect(heicToJpeg).toHaveBeenCalledTimes(1)
})

test('a JPEG that cannot be stored is converted again on the next page and uploaded from the start', async () => {
  vi.mocked(heicToJpeg).mockImplementation((file) => {
    isFull = true
    return Promise.resolve(new File([file], 'IMG_1.jpg'))
  })
  vi.mocked(uploadInParts).mockImplementationOnce(async (_image, { onBegin }) => {
    isFull = false
    await onBegin('/api/photos/uploads/one/')
    return never
  })
  const page = await loadPage()
  act(() => page.current.choose([large('IMG_1.HEIC')]))
  act(() => void page.current.start(details))
  await waitFor(() => expect(uploadInParts).toHaveBeenCalled())
  const next = await loadPage()
  await waitFor(() => expect(names(next)).toEqual(['IMG_1.HEIC']))
  expect(next.current.unfinished[0]?.url).toBeUndefined()
})

test('a HEIC photo that cannot be read shows an error, and the others are uploaded', async () => {
  vi.mocked(heicToJpeg).mockRejectedValue(new ConversionError('It cannot be read as a HEIC photo.'))
  const { pageErrors, outcome } = await uploadAll([large('no-type.heif'), large('b.jpg')])
  expect(outcome).toMatchObject({ succeeded: 1 })
  expect(pageErrors.entries).toEqual([
    { text: 'Failed to upload no-type.heif.', reason: 'It cannot be read as a HEIC photo.' },
  ])
})

/** Begins an upload with fake timers, so that waiting takes no time. */
function begin(...files: string[]) {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { result } = renderHook(() => useUpload(usePageErrors(), user), { wrapper })
  let outcome: Progress | undefined
  act(() => result.current.choose(files.map(small)))
  act(() => {
    void result.current.start(details).then((end) => (outcome = end))
  })
  const pass = async (milliseconds: number) => {
    await act(() => vi.advanceTimersByTimeAsync(milliseconds))
    return outcome
  }
  return { page: result, pass }
}

/** The server has the picture of a.jpg from now on. */
const makePicture = () =>
  api.answer('GET /api/photos/images/', 200, [{ ...images.body[0], title: 'T - a.jpg' }])

test('a small photo sent by an earlier page is not sent again if the server has it', async () => {
  makePicture()
  const image = { id: 7, file: small('a.jpg'), altText: '', details, user: user }
  stored.set(7, { ...image, stored: true, sent: true })
  const page = await loadPage()
  await act(async () => {
    expect(await page.current.resume()).toMatchObject({ succeeded: 1 })
  })
  expect(api.sent(upload)).toEqual([])
  expect(stored.size).toBe(0)
})

test('a small photo without an answer is sent again unless the server has it', async () => {
  api.disconnect(upload)
  api.once(upload, 503, {})
  api.respondOnce(upload, () => {
    // The answer is lost.
    makePicture()
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  const { page, pass } = begin('a.jpg')
  expect(await pass(400)).toBeUndefined()
  expect(page.current.notice).toBe('There is no connection. The upload goes on when it is back.')
  expect(await pass(4000)).toMatchObject({ succeeded: 1, failed: 0 })
  expect(page.current.notice).toBe('')
  expect(api.sent(upload)).toHaveLength(3)
})

test('a small photo waits as long as the browser is offline', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  api.disconnect(upload)
  const { pass } = begin('a.jpg')
  expect(await pass(3_600_000)).toBeUndefined()
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await pass(100)).toMatchObject({ succeeded: 1 })
  online.mockRestore()
})

test('discarding unfinished photos from the keyboard focuses the next field', async () => {
  await interrupt('a.jpg')
  const visitor = openSite('/photos')
  const discard = await screen.findByRole('button', { name: 'Discard' })
  discard.focus()
  await visitor.keyboard('{Enter}')
  expect(discard.isConnected).toBe(false)
  expect(document.activeElement?.closest('main')).not.toBeNull()
})

/** The state of a form and its errors after the upload of `files` has ended. */
async function uploadAll(files: File[]) {
  const { result } = renderHook(
    () => {
      const pageErrors = usePageErrors()
      return { pageErrors, upload: useUpload(pageErrors, user) }
    },
    { wrapper },
  )
  act(() => result.current.upload.choose(files))
  let outcome: Progress | undefined
  await act(async () => void (outcome = await result.current.upload.start(details)))
  return { ...result.current, outcome }
}

test('each failed file is reported, including those not sent because the session ended', async () => {
  vi.spyOn(browser, 'goTo').mockImplementation(() => undefined)
  api.endSession()
  api.answer(upload, 401, {})
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map(small)
  const { upload: form, pageErrors, outcome } = await uploadAll(files)
  expect(outcome).toMatchObject({ succeeded: 0, failed: 3 })
  expect(form.unfinished.map(({ file }) => file)).toEqual(files)
  expect(api.sent(upload)).toHaveLength(1)
  expect(pageErrors.entries.map(({ text }) => text)).toEqual(
    files.map(({ name }) => `Failed to upload ${name}.`),
  )
  const reason = 'It was not sent: your session has ended.'
  expect(pageErrors.entries.slice(1).map((entry) => entry.reason)).toEqual([reason, reason])
})

test('an upload works in a browser that refuses locks', async () => {
  const request = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  expect((await uploadAll([small('a.jpg')])).outcome).toMatchObject({ succeeded: 1 })
  expect(api.sent(upload)).toHaveLength(1)
})
