import { expect, test, vi } from 'vitest'
import { withTabLock } from './tab-lock'

const stubLocks = (request: unknown) => vi.stubGlobal('navigator', { locks: request && { request } })

test.each([
  ['grants the lock', (_: string, run: () => unknown) => Promise.resolve().then(run)],
  ['refuses it', () => Promise.reject(new DOMException('Denied', 'SecurityError'))],
  ['has none', undefined],
])('a browser that %s runs the work once', async (_, request) => {
  stubLocks(request)
  const work = vi.fn(() => Promise.resolve('done'))
  expect(await withTabLock('name', work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
})

test('rejects with the error of work and does not repeat it', async () => {
  stubLocks((_: string, run: () => unknown) => Promise.resolve().then(run))
  const work = vi.fn(() => Promise.reject(new Error('No connection')))
  await expect(withTabLock('name', work)).rejects.toThrow('No connection')
  expect(work).toHaveBeenCalledTimes(1)
})

test('finishes work whose lock was stolen', async () => {
  stubLocks((_: string, run: () => unknown) => {
    void run()
    return Promise.reject(new DOMException('Stolen', 'AbortError'))
  })
  const work = vi.fn(() => Promise.resolve('done'))
  expect(await withTabLock('name', work)).toBe('done')
  expect(work).toHaveBeenCalledTimes(1)
})
