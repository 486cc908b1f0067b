/** Sends a request without the session. Smaller than `send`, for public pages, and logs the same. */
export async function fetchPublic(address: string, init: RequestInit = {}): Promise<Response> {
  const started = performance.now()
  const response = await fetch((import.meta.env.API_ORIGIN ?? '') + address, {
    credentials: 'include',
    cache: 'no-cache',
    ...init,
    headers: { Accept: 'application/json', ...(init.body != null && { 'Content-Type': 'application/json' }) },
  })
  const elapsed = Math.round(performance.now() - started)
  console.info(`${init.method ?? 'GET'} ${address} ${response.status} ${elapsed} ms`)
  return response
}

/**
 * Sends an anonymous GET and resolves to the body, unchecked, and the number of entries of a whole list; throws unless the
 * status is 2xx.
 */
export async function readPublic(address: string): Promise<{ body: unknown; total: number }> {
  const response = await fetchPublic(address)
  if (!response.ok) throw new Error(response.statusText)
  return { body: await response.json(), total: Number(response.headers.get('X-Total-Count')) }
}
