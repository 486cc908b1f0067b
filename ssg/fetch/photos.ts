import { join } from 'node:path'
import { nameHash } from '../lib/hash.ts'
import { askOrReuse, askServer, type Server } from './server.ts'

/** Reads the photos of the library that the content shows. */
export interface PhotoReader {
  /** The photo in full size, null if there is none; rejects if the server does not answer. */
  read: (id: number) => Promise<Buffer | null>
  /** Failed requests, for the build's report. */
  notes: () => string[]
}

interface Photo {
  etag: string
  content: Buffer | null
}

/**
 * Reads photos from the server at their `addresses` by ID, each for `timeout` milliseconds at most, and caches them
 * below `cache`. After a failed request, it reads the cache only.
 */
export function photoReader(
  server: Server,
  addresses: Readonly<Record<string, string>>,
  cache: string,
  timeout = 60_000,
): PhotoReader {
  let failure: string | undefined
  const fetchPhoto = async (id: number, last?: Photo): Promise<Photo> => {
    if (failure !== undefined) throw new Error(failure)
    const address = addresses[id]
    if (address === undefined) return { etag: '', content: null }
    const response = await askServer(server, address, {
      accepted: [304, 404],
      signal: AbortSignal.timeout(timeout),
      headers: last?.etag ? { 'If-None-Match': last.etag } : {},
    })
    if (last && response.status === 304) return last
    const isThere = response.status !== 404
    const content = isThere ? Buffer.from(await response.arrayBuffer()) : null
    return { etag: (isThere && response.headers.get('ETag')) || '', content }
  }
  return {
    notes: () =>
      failure === undefined
        ? []
        : [
            `Warning: photos in texts: ${server.origin} could not be asked (${failure}); its last answers are used.`,
          ],
    async read(id) {
      const path = join(cache, 'photos', `${nameHash(server.origin)}-${id}`)
      const answer = await askOrReuse<Photo>(path, (last) => fetchPhoto(id, last))
      failure = answer.failure
      if (!answer.value) throw new Error(failure)
      return answer.value.content
    },
  }
}
