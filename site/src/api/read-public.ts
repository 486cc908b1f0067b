/**
 * The answer to a stranger's GET, not compared with any type; throws for any but a 2xx. Without what `send` does for writes
 * and sessions, so that a page can ask before the app is there.
 */
export async function readPublic(address: string): Promise<unknown> {
  const started = performance.now()
  const response = await fetch((import.meta.env.API_ORIGIN ?? '') + address, {
    credentials: 'include',
    cache: 'no-cache',
    headers: { Accept: 'application/json' },
  })
  console.info(`GET ${address} ${response.status} ${Math.round(performance.now() - started)} ms`)
  if (!response.ok) throw new Error(response.statusText)
  return response.json()
}
