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

test('loads once, and once more after a failure', async () => {
  const load = vi
    .fn<() => Promise<{ default: typeof Hello }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ default: Hello })
  const { preload } = lazyScreen(load)
  await expect(preload()).rejects.toThrow('offline')
  await preload()
  await preload()
  expect(load).toHaveBeenCalledTimes(2)
})
