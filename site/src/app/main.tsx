// First, so that nothing else reads a token from the address.
import '../features/auth/take-app-token'
import '../features/setup/take-setup-token'
import '../elements/public'
import '../lib/translated-texts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { dropHtmlSuffix } from '../lib/path'
import { App } from './app'

dropHtmlSuffix()
const root = document.getElementById('root')
if (!root) throw new Error('No element #root.')
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
)
