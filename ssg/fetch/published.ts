import { join } from 'node:path'
import { z } from 'zod'
import { nameHash } from '../lib/hash.ts'
import type { SsgOptions } from '../options.ts'
import type { Edit } from './edits.ts'
import { photoReader, type PhotoReader } from './photos.ts'
import { askOrReuse, askServer, reasonOf, type Server } from './server.ts'

export interface Published {
  edits: readonly Edit[]
  /** How many publications the server had; undefined if unknown. */
  publications?: number | undefined
  photos?: PhotoReader
  notes: string[]
}

type Source = Pick<SsgOptions, 'buildDataOrigin' | 'buildToken' | 'preview'>

const published = z.object({
  publications: z.number().optional(),
  edits: z.array(z.object({ path: z.string(), base: z.string(), text: z.string().nullable() })),
})

const noToken =
  'Warning: without BUILD_TOKEN the pages are built from the files alone, without the edits published at /content. See docs/publishing.md.'

/**
 * Fetches the content that was published in the browser, for `timeout` milliseconds at most, if the build has a server
 * and a token. The last answer is below `cache`.
 */
export async function fetchPublished(source: Source, cache: string, timeout = 5_000): Promise<Published> {
  const server = serverOf(source)
  if (!server) return { edits: [], notes: source.buildDataOrigin === undefined ? [] : [noToken] }
  const path = join(cache, 'build-data', nameHash(server.origin), 'Published texts')
  const { value, failure } = await askOrReuse<z.infer<typeof published>>(path, async () => {
    const response = await askServer(server, '/api/content/edits/', { signal: AbortSignal.timeout(timeout) })
    return published.parse(await response.json())
  })
  const { edits, publications } = value ?? { edits: [], publications: 0 }
  const used = value ? 'its last answer is used' : 'the pages are made of the files alone'
  const note =
    failure === undefined
      ? `Words: ${edits.length} published texts fetched from ${server.origin}.`
      : `Warning: published texts: ${server.origin} could not be asked (${failure}); ${used}.`
  return { edits, publications, photos: photoReader(server, cache), notes: [note] }
}

/**
 * Reports the content folder's files, the number of publications built and the paths of the pages to the server. Returns
 * failures as notes.
 */
export const reportContent = (
  source: Source,
  { files, publications }: { files: ReadonlyMap<string, string>; publications?: number | undefined },
  pages: readonly string[],
): Promise<string[]> =>
  report(source, 'what the content folder holds', '/api/content/files/', {
    files: [...files].map(([path, text]) => ({ path, text })),
    publications,
    pages,
  })

/** Reports the CV's PDF, for the document that is made from the content. Returns failures as notes. */
export const reportCv = (source: Source, name: string, pdf: Buffer): Promise<string[]> =>
  report(source, 'the new CV', '/api/documents/documents/from_content/', {
    file_name: name,
    pdf: pdf.toString('base64'),
  })

async function report(source: Source, what: string, path: string, body: object): Promise<string[]> {
  const server = serverOf(source)
  // A preview is not the site yet.
  if (!server || source.preview) return []
  try {
    await askServer(server, path, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
    return []
  } catch (error) {
    return [
      `Warning: ${server.origin} was not told ${what} (${reasonOf(error)}); the next build tries again.`,
    ]
  }
}

function serverOf({ buildDataOrigin: origin, buildToken: token }: Source): Server | undefined {
  return origin === undefined || token === undefined ? undefined : { origin, token }
}
