import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyScreen } from './lazy-screen'

const Hello = () => <p>Hello</p>

test('renders without a pause once it has been preloaded', async () => {
  const { Screen, preload } = lazyScreen(() => Promise.resolve({ default: Hello }))
  await preload()
  expect(renderToString(<Screen />)).toBe('<p>Hello</p>')
})

test('waits for its code when it has not', async () => {
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

test('does not show in a second attempt what came without its style in the first', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Hello }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: Hello })
  const { preload } = lazyScreen(load)
  await expect(preload()).rejects.toThrow('offline')
  await expect(preload()).rejects.toThrow('offline')
  expect(load).toHaveBeenCalledTimes(1)
})
