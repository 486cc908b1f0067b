import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FakeServer, staffUser } from '../../testing/fake-server'
import { signedIn } from '../../testing/render-app'
import { usePageErrors } from '../../ui/form-errors'
import { useUpload } from './use-upload'

const client = new QueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

const details = { title: 'T', description: '', gallery: null }

test('each failed file is reported, including those not sent because the session ended', async () => {
  const server = new FakeServer()
  const { refresh } = signedIn(server)
  server.sessions.refuseAccess()
  server.sessions.revoke(refresh)
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => new File([name], name))
  const { result } = renderHook(
    () => {
      const pageErrors = usePageErrors()
      return { pageErrors, upload: useUpload(pageErrors, staffUser.id) }
    },
    { wrapper },
  )
  act(() => result.current.upload.choose(files))
  await act(async () => {
    expect(await result.current.upload.start(details)).toMatchObject({ succeeded: 0, failed: 3 })
  })
  expect(result.current.upload.unfinished.map(({ file }) => file)).toEqual(files)
  expect(server.requestsTo('POST /api/photos/images/')).toHaveLength(1)
  expect(result.current.pageErrors.entries.map(({ text }) => text)).toEqual([
    'Failed to upload a.jpg.',
    'Failed to upload b.jpg.',
    'Failed to upload c.jpg.',
  ])
  expect(result.current.pageErrors.entries.slice(1).map(({ reason }) => reason)).toEqual([
    'It was not sent: your session has ended.',
    'It was not sent: your session has ended.',
  ])
})

test('an upload works in a browser that refuses locks', async () => {
  const server = new FakeServer()
  signedIn(server)
  const request = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request }, onLine: true })
  const { result } = renderHook(() => useUpload(usePageErrors(), staffUser.id), { wrapper })
  act(() => result.current.choose([new File(['a'], 'a.jpg')]))
  await act(async () => {
    expect(await result.current.start(details)).toMatchObject({ succeeded: 1 })
  })
  expect(server.requestsTo('POST /api/photos/images/')).toHaveLength(1)
  expect(result.current.queue.running).toBe(false)
})
