import { withTabLock } from '../lib/tab-lock'
import { ApiError, isRecord, isUnanswered } from './api-error'
import { readBody, send } from './send'
import { clearTokens, readTokens, storeRenewed } from './token-store'

const refreshPath = '/api/token/refresh/'
export const startupRefreshPath = '/backend/api/token/refresh/'

let running: Promise<string | null> | undefined
const listeners = new Set<() => void>()

/**
 * A working access token in place of `used`, or null when the session is over; then both tokens are gone.
 * Callers at the same time share one renewal, in other tabs too. When the API gives no answer it throws the ApiError
 * and leaves the tokens as they are: a lost connection or a restart of the server signs nobody out.
 */
export function renew(used: string | null, path: string = refreshPath): Promise<string | null> {
  // Without locks the server's grace period for two tabs has to be enough.
  running ??= withTabLock('session-renewal', () => renewOnce(used, path))
    .catch((error: unknown) => {
      for (const listener of listeners) listener()
      throw error
    })
    .finally(() => {
      running = undefined
    })
  return running
}

/** Calls `listener` when a renewal of this tab got no answer, until the returned function is called. */
export function subscribeUnanswered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function renewOnce(used: string | null, path: string): Promise<string | null> {
  const stored = readTokens()
  // The previous holder of the lock may have renewed it already.
  if (stored.access !== null && stored.access !== used) return stored.access
  const renewed = stored.refresh === null ? null : await askForAccess(stored.refresh, path)
  if (stored.refresh !== null && renewed !== null) {
    try {
      return storeRenewed(stored.refresh, renewed) ? renewed.access : readTokens().access
    } catch {
      // The stored refresh token is used up: without room for the next one the session is over.
      clearTokens()
      return null
    }
  }
  // The visitor may have signed in again meanwhile: the new session is not the one that ended.
  if (readTokens().refresh !== stored.refresh) return readTokens().access
  clearTokens()
  return null
}

async function askForAccess(
  refresh: string,
  path: string,
): Promise<{ access: string; refresh?: string } | null> {
  const response = await send(path, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh }),
  })
  const data = await readBody(response)
  const failure = new ApiError(response.status, response.statusText, data)
  if (isUnanswered(failure)) throw failure
  if (response.status !== 200 || !isRecord(data)) return null
  if (typeof data.access !== 'string' || data.access === '') return null
  return typeof data.refresh === 'string' && data.refresh !== ''
    ? { access: data.access, refresh: data.refresh }
    : { access: data.access }
}
