import { join } from 'node:path'
import { reasonOf } from './api-client.ts'
import { askServer, type EditSource } from './published-edits.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { nameHash } from '../lib/hash.ts'

/** Reads the pictures of the photo bench that texts show. */
export interface PhotoReader {
  /** The picture of that id with all its pixels, null where there is none; rejects where that cannot be known. */
  read: (id: number) => Promise<Buffer | null>
  /** For the owner of the build: what could not be asked. */
  notes: () => string[]
}

/** A picture as the server last gave it. */
interface KeptPhoto {
  etag: string
  content: Buffer
}

/**
 * Reads pictures from the server that published texts come from, each for `timeout` milliseconds at most. They are cached
 * below `cache`; where a request fails, the server is asked for no others, and what it gave before is used.
 */
export function photoReader(source: EditSource, cache: string, timeout = 60_000): PhotoReader {
  let failure: string | undefined
  const ask = (id: number, etag?: string) =>
    askServer(source, `/api/content/photos/${id}/`, [304, 404], {
      signal: AbortSignal.timeout(timeout),
      headers: etag === undefined ? {} : { 'If-None-Match': etag },
    })
  return {
    notes: () =>
      failure === undefined
        ? []
        : [
            `Warning: photos in texts: ${source.origin} could not be asked (${failure}); its last answers are used.`,
          ],
    async read(id) {
      const path = join(cache, 'photos', `${nameHash(source.origin)}-${id}`)
      const kept = readCached(path) as KeptPhoto | undefined
      if (failure === undefined) {
        try {
          const response = await ask(id, kept?.etag)
          if (response.status === 404) return null
          if (kept && response.status === 304) return kept.content
          const content = Buffer.from(await response.arrayBuffer())
          // A folder that cannot be written to costs the next build its last resort, not this one its picture.
          await writeCached(path, { etag: response.headers.get('ETag') ?? '', content }).catch(
            () => undefined,
          )
          return content
        } catch (error) {
          failure = reasonOf(error)
        }
      }
      if (!kept) throw new Error(failure)
      return kept.content
    },
  }
}
