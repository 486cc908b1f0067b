import { join } from 'node:path'
import { z } from 'zod'
import { reasonOf } from './api-client.ts'
import type { Edit } from './edits.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { nameHash } from '../lib/hash.ts'

/** The server of published content, and the build's token. */
export interface EditSource {
  origin: string
  token: string
}

export interface PublishedEdits {
  edits: readonly Edit[]
  /** How many publications the server had; undefined if it did not answer. */
  publications?: number | undefined
  notes: string[]
}

const answer = z.object({
  publications: z.number().optional(),
  edits: z.array(z.object({ path: z.string(), base: z.string(), text: z.string().nullable() })),
})

/**
 * Fetches the content that was published in the browser, for `timeout` milliseconds at most, and
 * caches it below `cache`. If that fails, it returns the cached content.
 */
export async function fetchEdits(
  source: EditSource,
  cache: string,
  timeout = 5_000,
): Promise<PublishedEdits> {
  const path = join(cache, 'build-data', nameHash(source.origin), 'Published texts')
  try {
    const response = await askServer(source, '/api/content/edits/', [], {
      signal: AbortSignal.timeout(timeout),
    })
    const published = answer.parse(await response.json())
    const { edits } = published
    // Without a cache, this build still has its answer.
    await writeCached(path, published).catch(() => undefined)
    return { ...published, notes: [`Words: ${edits.length} published texts fetched from ${source.origin}.`] }
  } catch (error) {
    const failed = `Warning: published texts: ${source.origin} could not be asked (${reasonOf(error)})`
    const last = readCached(path) as z.infer<typeof answer> | undefined
    if (last) return { ...last, notes: [`${failed}; its last answer is used.`] }
    return { edits: [], publications: 0, notes: [`${failed}; the pages are made of the files alone.`] }
  }
}

/**
 * Reports the content folder's files and the number of publications built to the server. Returns
 * failures as notes.
 */
export async function reportFiles(
  source: EditSource,
  files: ReadonlyMap<string, string>,
  publications: number | undefined,
  timeout = 30_000,
): Promise<string[]> {
  const body = JSON.stringify({ files: [...files].map(([path, text]) => ({ path, text })), publications })
  try {
    await askServer(source, '/api/content/files/', [], {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeout),
    })
    return []
  } catch (error) {
    return [
      `Warning: ${source.origin} was not told what the content folder holds (${reasonOf(error)}); the next build tries again.`,
    ]
  }
}

/** Asks the server with the build token. Rejects an error status that is not one of `expected`. */
export async function askServer(
  { origin, token }: EditSource,
  path: string,
  expected: readonly number[],
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Bearer ${token}` }
  const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'error' })
  if (response.status === 401) throw new Error('it does not take this BUILD_TOKEN')
  if (!response.ok && !expected.includes(response.status)) throw new Error(`it answers ${response.status}`)
  return response
}
