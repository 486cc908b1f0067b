import { withoutSlash } from '../../lib/path'

/** Where the native app opens the site: the one-time token is in the query. */
export const appLoginPath = '/app-login'

/** Whether the browser is where the native app opens the site. */
export const isAtAppLogin = (): boolean => withoutSlash(window.location.pathname) === appLoginPath

let storedToken = ''

/** Moves a one-time token from the address bar to the store, before anything else can read it there. */
export function takeAppToken(): void {
  if (!isAtAppLogin()) return
  const { pathname, search } = window.location
  storeAppToken(search)
  history.replaceState(null, '', pathname)
}

/** Stores the token of a link's query until the sign-in with it begins. */
export function storeAppToken(search: string): void {
  storedToken = new URLSearchParams(search).get('token') ?? ''
}

/** Returns the stored token and deletes it; empty when there is none. */
export function takeStoredToken(): string {
  const token = storedToken
  storedToken = ''
  return token
}
