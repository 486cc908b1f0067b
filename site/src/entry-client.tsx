import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { takeAppToken } from './features/auth/app-token'
import { Hydrated } from './lib/hydrated'
import { PageRouter } from './lib/page-router'
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

const options = {
  // A fade that the browser gave up, because a window was resized or a machine is slow, is no fault: the page is there.
  onRecoverableError: (error: unknown) => {
    if (!(error instanceof DOMException)) reportError(error)
  },
}

async function start() {
  takeAppToken()
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no element #root.')
  if (root.childElementCount === 0) {
    createRoot(root, options).render(app)
    return
  }
  // The markup is there already; with the screen's code at hand React takes it over in one go.
  await findPage(location.pathname).preload()
  // In pieces, so that a slow phone answers the visitor in between.
  startTransition(() => void hydrateRoot(root, app, options))
}

void start()
