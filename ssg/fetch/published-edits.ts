import { join } from 'node:path'
import { z } from 'zod'
import { reasonOf } from './api-client.ts'
import type { Edit } from './edits.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { nameHash } from '../lib/hash.ts'

/** Where published texts come from, and who asks. */
export interface EditSource {
  origin: string
  /** The server's BUILD_TOKEN. */
  token: string
}

export interface PublishedEdits {
  edits: readonly Edit[]
  /** How many publications the server had then; undefined where it has not said. */
  publications?: number | undefined
  /** For the owner of the build: what was fetched, and what could not be. */
  notes: string[]
}

const answer = z.object({
  publications: z.number().optional(),
  edits: z.array(z.object({ path: z.string(), base: z.string(), text: z.string().nullable() })),
})

/**
 * Asks for the texts that were published in the browser, for `timeout` milliseconds at most. The answer is cached below
 * `cache`; where the request fails, the last one is used, and none where there never was one.
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
    // A folder that cannot be written to costs the next build its last resort, not this one its answer.
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
 * Tells the server what the content folder holds and how many publications the build has known, and returns what went wrong
 * for the build's report.
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

/**
 * Asks the server with the build token. Rejects an answer that is not good, unless its status is one of `expected`.
 */
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
