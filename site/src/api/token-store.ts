import { store, stored } from '../lib/storage'

/** The stored session. */
interface StoredTokens {
  access: string | null
  refresh: string | null
}

/** The browser cannot store the tokens: storage is forbidden or full. */
export class StorageError extends Error {}

/** Stores `value`, or throws a StorageError. */
function write(key: keyof StoredTokens, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    throw new StorageError('', { cause: error })
  }
}

export function readTokens(): StoredTokens {
  return { access: stored('access'), refresh: stored('refresh') }
}

/** Starts a session and replaces any other. Throws a StorageError if the browser refuses. */
export function storeTokens(tokens: { access: string; refresh: string | null }): void {
  // The access token comes last: a tab that sees it also finds the refresh token.
  if (tokens.refresh === null) store('refresh', null)
  else write('refresh', tokens.refresh)
  write('access', tokens.access)
}

/** Ends the session in every tab. */
export function clearTokens(): void {
  store('access', null)
  store('refresh', null)
  // Browsers tell only the other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: 'access' }))
}

/**
 * Stores the result of a renewal with the refresh token `sent` and returns true, or false if the visitor has signed out
 * or in again in the meantime. A refresh token is only replaced by a newer one. Throws a StorageError if the browser
 * refuses.
 */
export function storeRenewed(sent: string, renewed: { access: string; refresh?: string }): boolean {
  const { refresh } = readTokens()
  if (refresh === null || (refresh !== sent && sessionOf(refresh) !== sessionOf(sent))) return false
  if (renewed.refresh !== undefined && isNewer(renewed.refresh, refresh)) write('refresh', renewed.refresh)
  write('access', renewed.access)
  return true
}

/** Calls `listener` when this tab clears the tokens or another tab changes them. */
export function subscribeTokens(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === 'access' || event.key === 'refresh') listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

// Format: session.generation.issued_at.random.mac. Only the server can verify it.
const refreshShape = /^([^.]+)\.(\d+)\.[^.]+\.[^.]+\.[^.]+$/

function sessionOf(refresh: string): string {
  return refreshShape.exec(refresh)?.[1] ?? refresh
}

function isNewer(candidate: string, current: string): boolean {
  const [, session, generation] = refreshShape.exec(candidate) ?? []
  const [, currentSession, currentGeneration] = refreshShape.exec(current) ?? []
  if (session === undefined || session !== currentSession) return true
  return Number(generation) > Number(currentGeneration)
}
