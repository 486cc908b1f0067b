import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compileTexts } from 'virtual:content-model'
import { expectConsole } from '../../testing/console-watch'
import { sampleTexts as texts } from '../../testing/sample-texts'
import { renderPage } from './render-page'

beforeEach(() => {
  // What the build writes into the bundle.
  vi.stubGlobal('__BUILD_YEAR__', 2026)
  // The app renders by itself, as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})
afterEach(() => vi.unstubAllGlobals())

function Slow({ onRender }: { onRender: () => void }) {
  onRender()
  const began = performance.now()
  while (performance.now() - began < 10);
  return null
}

test('while the app is in the middle of its own rendering, the preview is the same page', async () => {
  // Only said in development: one of the two has to stop in the middle for it to matter.
  expectConsole('error', 'Detected multiple renderers concurrently rendering the same context provider')
  const content = compileTexts(texts)
  if (!content) throw new Error('The texts have mistakes.')
  const alone = await renderPage('/about', content)
  let rendered = 0
  const root = createRoot(document.createElement('div'))
  startTransition(() =>
    root.render(
      <MemoryRouter>
        {Array.from({ length: 50 }, (_, index) => (
          <Slow key={index} onRender={() => rendered++} />
        ))}
      </MemoryRouter>,
    ),
  )
  await vi.waitFor(() => expect(rendered).toBeGreaterThan(5), { interval: 1 })
  const page = renderPage('/about', content)
  expect(rendered).toBeLessThan(50)
  expect(await page).toBe(alone)
  root.unmount()
})
