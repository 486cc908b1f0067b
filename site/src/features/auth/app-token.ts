import { withoutSlash } from '../../lib/path'

/** Whether this is the address that the native app opens with a one-time token in the query. */
export const isAtAppLogin = (): boolean => withoutSlash(window.location.pathname) === '/app-login'

let storedToken = ''

/** Removes the one-time token from the address bar, before anything else can read it there. */
export function takeAppToken(): void {
  if (!isAtAppLogin()) return
  const { pathname, search } = window.location
  storedToken = new URLSearchParams(search).get('token') ?? ''
  history.replaceState(null, '', pathname)
}

/** Answers the stored token and forgets it; empty when there is none. */
export function takeStoredToken(): string {
  const token = storedToken
  storedToken = ''
  return token
}
