import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app'
import { takeAppToken } from './features/auth/app-token'
import { Hydrated } from './lib/hydrated'
import { findPage } from './routes'

const app = (
  <StrictMode>
    <Hydrated>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </Hydrated>
  </StrictMode>
)

async function start() {
  takeAppToken()
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no element #root.')
  if (root.childElementCount === 0) {
    createRoot(root).render(app)
    return
  }
  // The markup is there already; with the screen's code at hand React takes it over in one go.
  await findPage(location.pathname).preload()
  // In pieces, so that a slow phone answers the visitor in between.
  startTransition(() => void hydrateRoot(root, app))
}

void start()
