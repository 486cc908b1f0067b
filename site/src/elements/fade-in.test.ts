import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fadeIn } from './fade-in'

const animate = vi.fn()
let sight: ((seen: boolean) => void) | undefined

beforeEach(() => {
  animate.mockReset()
  sight = undefined
  Object.assign(Element.prototype, { animate })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        sight = (isIntersecting) => tell([{ isIntersecting }])
      }
      observe = () => undefined
      disconnect = () => {
        sight = undefined
      }
    },
  )
})

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate')
})

test('fades in once, over 500 ms after 50 ms, when it comes into sight', () => {
  fadeIn(document.createElement('div'))
  sight?.(false)
  expect(animate).not.toHaveBeenCalled()
  sight?.(true)
  expect(sight).toBeUndefined()
  expect(animate).toHaveBeenCalledTimes(1)
  const [frames, timing] = animate.mock.calls[0] as [unknown, unknown]
  expect(frames).toEqual([{ opacity: 0, transform: 'translateY(8px)' }, {}])
  expect(timing).toMatchObject({ duration: 500, delay: 50 })
})

test('does not fade visible elements', () => {
  fadeIn(document.createElement('div'))
  sight?.(true)
  expect(animate).not.toHaveBeenCalled()
})

test('does nothing for who wants less motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  fadeIn(document.createElement('div'))
  expect(sight).toBeUndefined()
  expect(animate).not.toHaveBeenCalled()
})
