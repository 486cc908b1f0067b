import { join } from 'node:path'
import { reasonOf } from './api-client.ts'
import { askServer, type EditSource } from './published-edits.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { nameHash } from '../lib/hash.ts'

/** Reads the photos of the library that the content shows. */
export interface PhotoReader {
  /** The photo in full size, null if there is none; rejects if the server does not answer. */
  read: (id: number) => Promise<Buffer | null>
  /** Failed requests, for the build's report. */
  notes: () => string[]
}

interface KeptPhoto {
  etag: string
  content: Buffer
}

/**
 * Reads photos from the server, each for `timeout` milliseconds at most, and caches them below
 * `cache`. After a failed request, it reads the cache only.
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
          // Without a cache, this build still has its photo.
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
