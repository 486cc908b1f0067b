import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { App } from '../app/app'
import { stopPageSession } from '../session/page-session'
import { takeAppToken } from '../features/auth/app-token'
import { takeSetupToken } from '../features/setup/setup-token'
import { dropHtmlSuffix } from '../lib/path'
import { openShell } from './open-document'

/** Opens the app at `path`, as the browser would; `state` is what a reload keeps. */
export function openSite(path: string, state: unknown = null): UserEvent {
  stopPageSession()
  window.history.replaceState(state, '', path)
  dropHtmlSuffix()
  takeAppToken()
  takeSetupToken()
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
    { container: openShell() },
  )
  return userEvent.setup()
}
