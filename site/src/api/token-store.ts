/** What the browser stores of a session. */
export interface StoredTokens {
  access: string | null
  refresh: string | null
}

/** The browser does not store the tokens: it refuses, or has no room. */
export class StorageError extends Error {}

const listeners = new Set<() => void>()

/** The result of `access`, or null. A browser that blocks site data throws on any access, and the build has no storage. */
function tryStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(localStorage)
  } catch {
    return null
  }
}

const read = (key: keyof StoredTokens) => tryStorage((storage) => storage.getItem(key))

/** Throws a StorageError if the browser does not store `value`. */
function write(key: keyof StoredTokens, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch (error) {
    throw new StorageError('', { cause: error })
  }
}

const remove = (key: keyof StoredTokens) => tryStorage((storage) => storage.removeItem(key))

export function readTokens(): StoredTokens {
  return { access: read('access'), refresh: read('refresh') }
}

/** Begins a session. The tokens of any other one are replaced. Throws a StorageError if the browser refuses. */
export function storeTokens(tokens: { access: string; refresh: string | null }): void {
  // The access token is written last: a tab that sees it finds the refresh token already there.
  if (tokens.refresh === null) remove('refresh')
  else write('refresh', tokens.refresh)
  write('access', tokens.access)
}

/** Ends the session in every tab. */
export function clearTokens(): void {
  remove('access')
  remove('refresh')
  for (const listener of listeners) listener()
}

/**
 * Stores the result of a renewal with the refresh token `sent`, and returns whether it did. It does not when the
 * visitor has signed out or in again meanwhile. The refresh token is replaced by a newer one only. Throws a StorageError if
 * the browser refuses.
 */
export function storeRenewed(sent: string, renewed: { access: string; refresh?: string }): boolean {
  const stored = readTokens().refresh
  if (stored === null || (stored !== sent && sessionOf(stored) !== sessionOf(sent))) return false
  if (renewed.refresh !== undefined && isNewer(renewed.refresh, stored)) write('refresh', renewed.refresh)
  write('access', renewed.access)
  return true
}

/** Calls `listener` when this tab clears the tokens and when another tab changes them. */
export function subscribeTokens(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === 'access' || event.key === 'refresh') listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

// A refresh token reads session.generation.issued_at.random.mac; only the server knows whether it is valid.
const refreshShape = /^([^.]+)\.(\d+)\.[^.]+\.[^.]+\.[^.]+$/

function sessionOf(refresh: string): string {
  return refreshShape.exec(refresh)?.[1] ?? refresh
}

function isNewer(candidate: string, stored: string): boolean {
  const [, session, generation] = refreshShape.exec(candidate) ?? []
  const [, storedSession, storedGeneration] = refreshShape.exec(stored) ?? []
  if (session === undefined || session !== storedSession) return true
  return Number(generation) > Number(storedGeneration)
}
