import { StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app'
import { findPage } from './routes'

/** Says on the document that the page answers to the visitor; the page's loader and the browser tests wait for it. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
  }, [])
  return children
}

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
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no element #root.')
  if (root.childElementCount === 0) {
    createRoot(root).render(app)
    return
  }
  // The markup is there already; with the screen's code at hand React takes it over in one go.
  await findPage(location.pathname).preload()
  hydrateRoot(root, app)
}

void start()
