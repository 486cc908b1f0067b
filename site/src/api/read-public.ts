/**
 * Sends an anonymous GET and resolves to the body, unchecked, and the number of entries of a whole list; throws unless the
 * status is 2xx. Smaller than `send`, for public pages.
 */
export async function readPublic(address: string): Promise<{ body: unknown; total: number }> {
  const started = performance.now()
  const response = await fetch((import.meta.env.API_ORIGIN ?? '') + address, {
    credentials: 'include',
    cache: 'no-cache',
    headers: { Accept: 'application/json' },
  })
  console.info(`GET ${address} ${response.status} ${Math.round(performance.now() - started)} ms`)
  if (!response.ok) throw new Error(response.statusText)
  return { body: await response.json(), total: Number(response.headers.get('X-Total-Count')) }
}
