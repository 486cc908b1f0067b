import { StrictMode, useEffect, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app'
import { findPage } from './routes'

/** Tells that the page answers to the visitor: to its loader by an event, to browser tests by a mark on the document. */
function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    dispatchEvent(new Event('hydrated'))
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
