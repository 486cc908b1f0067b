import { createStore } from '../lib/store'
import { withTabLock } from '../lib/tab-lock'
import { ApiError, isRecord, isUnanswered } from './api-error'
import { readBody, send } from './send'
import { clearTokens, readTokens, storeRenewed } from './token-store'

const refreshPath = '/api/token/refresh/'
export const startupRefreshPath = '/backend/api/token/refresh/'

let running: Promise<string | null> | undefined

/** How many renewals in this tab got no answer. */
export const unansweredRenewals = createStore(0)

/**
 * Resolves to a new access token in place of `used`, or null if the session is over; both tokens are then gone.
 * Concurrent callers share one renewal, across tabs. If the API gives no answer, throws the ApiError and keeps the tokens,
 * so outages and server restarts end no session.
 */
export function renew(used: string | null, path: string = refreshPath): Promise<string | null> {
  // Without locks the server's grace period has to cover two tabs.
  running ??= withTabLock('session-renewal', () => renewOnce(used, path))
    .catch((error: unknown) => {
      unansweredRenewals.set(unansweredRenewals.getSnapshot() + 1)
      throw error
    })
    .finally(() => {
      running = undefined
    })
  return running
}

async function renewOnce(used: string | null, path: string): Promise<string | null> {
  const stored = readTokens()
  // Another tab may have renewed the token while this one waited for the lock.
  if (stored.access !== null && stored.access !== used) return stored.access
  const renewed = stored.refresh === null ? null : await askForAccess(stored.refresh, path)
  if (stored.refresh !== null && renewed !== null) {
    try {
      return storeRenewed(stored.refresh, renewed) ? renewed.access : readTokens().access
    } catch {
      // The refresh token is used up and the next one cannot be stored, so the session is over.
      clearTokens()
      return null
    }
  }
  // The visitor may have signed in again: the new session is not the one that ended.
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
