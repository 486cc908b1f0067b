import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { App } from '../app/app'
import { storeTokens } from '../api/token-store'
import { stopPageSession } from '../session/page-session'
import { takeAppToken } from '../features/auth/app-token'
import { dropHtmlSuffix } from '../lib/path'
import type { FakeServer } from './fake-server'
import { openShell } from './open-document'

/** Opens the app at `path`, as the browser would. */
export function openSite(path: string): UserEvent {
  stopPageSession()
  window.history.replaceState(null, '', path)
  dropHtmlSuffix()
  takeAppToken()
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
    { container: openShell() },
  )
  return userEvent.setup()
}

/** Puts a session of the server's user into the browser, as an earlier sign-in would have. */
export function signedIn(
  server: FakeServer,
  subject = String(server.user.id),
): { access: string; refresh: string } {
  const tokens = server.sessions.begin(subject)
  storeTokens(tokens)
  return tokens
}

/** The session that the browser stores. */
export function stored(): { access: string | null; refresh: string | null } {
  return { access: localStorage.getItem('access'), refresh: localStorage.getItem('refresh') }
}
