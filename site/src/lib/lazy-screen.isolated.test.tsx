import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { Component, Suspense, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { expectConsole } from '../testing/console-watch'
import { browser } from './browser'
import { lazyScreen } from './lazy-screen'

const Hello = () => <p>Hello</p>

test('renders synchronously after preloading', async () => {
  const { Screen, preload } = lazyScreen(() => Promise.resolve({ default: Hello }))
  await preload()
  expect(renderToString(<Screen />)).toBe('<p>Hello</p>')
})

test('suspends without preloading', async () => {
  const { Screen } = lazyScreen(() => Promise.resolve({ default: Hello }))
  render(
    <Suspense fallback="…">
      <Screen />
    </Suspense>,
  )
  expect(screen.queryByText('Hello')).toBeNull()
  expect(await screen.findByText('Hello')).toBeTruthy()
})

test('loads once', async () => {
  const load = vi.fn(() => Promise.resolve({ default: Hello }))
  const { preload } = lazyScreen(load)
  await preload()
  await preload()
  expect(load).toHaveBeenCalledTimes(1)
})

test('fails again after its style sheet failed to load', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Hello }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: Hello })
  const { preload } = lazyScreen(load)
  await expect(preload()).rejects.toThrow('offline')
  await expect(preload()).rejects.toThrow('offline')
  expect(load).toHaveBeenCalledTimes(1)
})

class Boundary extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? 'Failed' : this.props.children)
}

/** Shows a screen whose code is not there; the spy sees whether the document is reloaded. */
function showMissing() {
  const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined)
  const { Screen } = lazyScreen(() => Promise.reject(new Error('not found')))
  render(
    <Boundary>
      <Suspense fallback="…">
        <Screen />
      </Suspense>
    </Boundary>,
  )
  return reload
}

const documentPath = location.pathname
afterEach(() => history.replaceState(null, '', documentPath))

test('loads the document once if code is missing after navigation', async () => {
  history.replaceState(null, '', '/elsewhere')
  const reload = showMissing()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(screen.getByText('…')).toBeTruthy()
})

test('fails if code of the loaded document is missing', async () => {
  const reload = showMissing()
  expect(await screen.findByText('Failed')).toBeTruthy()
  expectConsole('error', 'not found')
  expect(reload).not.toHaveBeenCalled()
})

test('fails if code is missing while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  history.replaceState(null, '', '/elsewhere')
  const reload = showMissing()
  expect(await screen.findByText('Failed')).toBeTruthy()
  expectConsole('error', 'not found')
  expect(reload).not.toHaveBeenCalled()
})
