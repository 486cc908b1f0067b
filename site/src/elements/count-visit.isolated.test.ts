import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let countVisit: () => void
const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))

beforeEach(async () => {
  vi.resetModules()
  ;({ countVisit } = await import('./count-visit'))
  vi.stubGlobal('fetch', fetched)
  history.replaceState(null, '', '/cv?q=secret#results')
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://mail.example/')
})
afterEach(() => {
  fetched.mockClear()
})

const property = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { value, configurable: true })

test('sends the path and the referrer once, without cookies', () => {
  countVisit()
  countVisit()
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    '/api/visits/',
    expect.objectContaining({
      method: 'POST',
      credentials: 'omit',
      body: '{"path":"/cv","referrer":"https://mail.example/"}',
    }),
  )
})

test.each([
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
  ['programs', 'webdriver', true],
])('respects %s', (_, name, value) => {
  property(navigator, name, value)
  countVisit()
  property(navigator, name, undefined)
  expect(fetched).not.toHaveBeenCalled()
})

test('waits until the page is seen', () => {
  property(document, 'hidden', true)
  countVisit()
  expect(fetched).not.toHaveBeenCalled()
  property(document, 'hidden', false)
  window.dispatchEvent(new Event('visibilitychange'))
  expect(fetched).toHaveBeenCalledOnce()
})
