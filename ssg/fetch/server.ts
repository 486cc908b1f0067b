import { z } from 'zod'
import { readCached, writeCached } from '../lib/disk-cache.ts'

/** The server that a build asks. */
export interface Server {
  origin: string
  /** The API's BUILD_TOKEN, for content. */
  token?: string | undefined
}

interface Request extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>
  /** Statuses that are not errors. */
  accepted?: readonly number[]
}

/** Asks the server for `address`. Rejects error statuses, redirects and addresses elsewhere. */
export async function askServer(
  { origin, token }: Server,
  address: string,
  { accepted = [], headers, ...init }: Request,
): Promise<Response> {
  const url = new URL(address, origin)
  if (url.origin !== origin) throw new Error(`it names ${url.origin}, which is not its own origin`)
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const response = await fetch(url, {
    ...init,
    headers: { ...headers, ...authorization },
    redirect: 'error',
  })
  if (response.status === 401) throw new Error('it does not take this BUILD_TOKEN')
  if (!response.ok && !accepted.includes(response.status)) throw new Error(`it answers ${response.status}`)
  return response
}

export interface Answer<T> {
  /** The new answer or the last one; undefined if there is none. */
  value: T | undefined
  /** Why a new answer is missing. */
  failure?: string
}

/** Returns what `ask` returns and keeps it in the file `path`; if that fails, returns the last answer. */
export async function askOrReuse<T>(path: string, ask: (last?: T) => Promise<T>): Promise<Answer<T>> {
  const last = readCached(path) as T | undefined
  try {
    const value = await ask(last)
    // Without a cache, this build still has its answer.
    if (value !== last) await writeCached(path, value).catch(() => undefined)
    return { value }
  } catch (error) {
    return { value: last, failure: reasonOf(error) }
  }
}

/** Why a request failed, in a few words for the owner. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'its answer is not the API’s'
  const { cause } = error
  return cause instanceof Error && 'code' in cause
    ? `it is not reached, ${String(cause.code)}`
    : error.message
}
