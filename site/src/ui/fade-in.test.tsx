import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FadeIn } from './fade-in'

const root = document.documentElement
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
  root.dataset['hydrated'] = ''
})

afterEach(() => {
  delete root.dataset['hydrated']
  Reflect.deleteProperty(Element.prototype, 'animate')
})

const place = (top: number) =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, 100))

test('fades in over 500 ms after 50 ms, from 8 px below, unless told otherwise', () => {
  render(<FadeIn />)
  const [frames, timing] = animate.mock.calls[0] as [unknown, unknown]
  expect(frames).toEqual([{ opacity: 0, transform: 'translateY(8px)' }, {}])
  expect(timing).toMatchObject({ duration: 500, delay: 50 })

  render(<FadeIn duration={200} delay={0} />)
  expect(animate.mock.calls[1]?.[1]).toMatchObject({ duration: 200, delay: 0 })
})

test('leaves alone what a prerendered page has painted', () => {
  delete root.dataset['hydrated']
  render(<FadeIn />)
  sight?.(true)
  expect(animate).not.toHaveBeenCalled()
})

test('fades in once, when it comes into sight', () => {
  place(5000)
  render(<FadeIn />)
  sight?.(false)
  expect(animate).not.toHaveBeenCalled()
  sight?.(true)
  expect(animate).toHaveBeenCalledTimes(1)
  expect(sight).toBeUndefined()
})

test('fades in what a prerendered page holds further down', () => {
  delete root.dataset['hydrated']
  place(5000)
  render(<FadeIn />)
  sight?.(false)
  sight?.(true)
  expect(animate).toHaveBeenCalledTimes(1)
})

test('does nothing for who wants less motion', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  render(<FadeIn />)
  expect(sight).toBeUndefined()
  expect(animate).not.toHaveBeenCalled()
})

test('writes no style into the markup', () => {
  const { container } = render(<FadeIn>Words</FadeIn>)
  expect(container.innerHTML).toBe('<div data-fade-in="">Words</div>')
})
