import { withoutSlash } from '../../lib/path'
import { kept, keep } from './session-storage'

const key = 'setup-token'

/**
 * Moves the token of a printed link from the address to the storage of this tab, so that neither the history nor a
 * referrer has it, and it survives a reload.
 */
export function takeSetupToken(): void {
  const { pathname, hash } = window.location
  if (withoutSlash(pathname) !== '/setup' || hash.length < 2) return
  keep(key, hash.slice(1))
  history.replaceState(null, '', pathname)
}

/** The token of the link that was opened in this tab, if any. */
export const setupToken = (): string | undefined => kept(key)

export const forgetSetupToken = (): void => keep(key, undefined)
