import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { lazyScreen } from './lazy-screen'

const Hello = () => <p>Hello</p>

test('renders synchronously after preloading', async () => {
  const { Screen, preload } = lazyScreen(() => Promise.resolve({ default: Hello }))
  await preload()
  expect(renderToString(<Screen />)).toBe('<p>Hello</p>')
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
