import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { App } from '../app'
import { storeTokens } from '../api/token-store'
import { takeAppToken } from '../features/auth/app-token'
import { PageRouter } from '../lib/page-router'
import { dropHtmlSuffix } from '../lib/path'
import type { FakeServer } from './fake-server'

/** Opens the whole site at `path`, as the browser would. */
export function openSite(path: string): UserEvent {
  window.history.replaceState(null, '', path)
  dropHtmlSuffix()
  takeAppToken()
  render(
    <PageRouter>
      <App />
    </PageRouter>,
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
