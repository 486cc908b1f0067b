// The page's loader has run it already; the app goes on from there.
import './enhance'
import { startTransition, StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { takeAppToken } from './features/auth/app-token'
import { browser } from './lib/browser'
import { PageRouter } from './lib/page-router'
import { dropHtmlSuffix } from './lib/path'
import { findPage } from './routes'

const app = (
  <StrictMode>
    <Hydrated>
      <PageRouter>
        <App />
      </PageRouter>
    </Hydrated>
  </StrictMode>
)

/** Reports that the page reacts: to its loader by an event, to browser tests by an attribute of the document. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

const options = {
  // A view transition that the browser skipped, for a resized window or a slow computer, is no error.
  onRecoverableError: (error: unknown) => {
    if (!(error instanceof DOMException)) reportError(error)
  },
}

async function start() {
  dropHtmlSuffix()
  takeAppToken()
  const root = document.getElementById('root')
  if (!root) throw new Error('No element #root.')
  if (root.childElementCount === 0) {
    createRoot(root, options).render(app)
    return
  }
  // The markup is there already. With the screen's code loaded React hydrates it at once.
  await preload()
  // Interruptible, so that a slow phone reacts to the visitor in between.
  startTransition(() => void hydrateRoot(root, app, options))
}

/** Fetches the page's code. Until it arrives the page can be read, and each sign of a person fetches it again. */
async function preload() {
  for (let again = false; ; again = true) {
    try {
      // eslint-disable-next-line @typescript-eslint/no-confusing-void-expression -- ends the loop
      return await findPage(location.pathname).preload(again)
    } catch {
      // A newer build may have replaced the file: the document of that build names another. It is asked for once.
      if (again && navigator.onLine && !isReloaded()) browser.reload()
      await nextSign()
    }
  }
}

const isReloaded = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).type === 'reload'

const nextSign = () =>
  new Promise((resolve) => {
    for (const sign of ['pointerup', 'keydown', 'online']) addEventListener(sign, resolve, { once: true })
  })

void start()
