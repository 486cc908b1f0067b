import { withoutSlash } from '../../lib/path'

/** The path at which the native app opens the site, with the one-time token in the query. */
export const appLoginPath = '/app-login'

/** Whether the browser is at that path. */
export const isAtAppLogin = (): boolean => withoutSlash(window.location.pathname) === appLoginPath

let storedToken = ''

/** Removes the one-time token from the address bar, before anything else can read it there. */
export function takeAppToken(): void {
  if (!isAtAppLogin()) return
  const { pathname, search } = window.location
  storeAppToken(search)
  history.replaceState(null, '', pathname)
}

/** Stores the token of a link's query until the sign-in by it begins. */
export function storeAppToken(search: string): void {
  storedToken = new URLSearchParams(search).get('token') ?? ''
}

/** Answers the stored token and forgets it; empty when there is none. */
export function takeStoredToken(): string {
  const token = storedToken
  storedToken = ''
  return token
}
