import { join } from 'node:path'
import { z } from 'zod'
import type { Changed } from '../model/site-content.ts'
import { nameHash } from '../lib/hash.ts'
import type { SsgOptions } from '../options.ts'
import { photoReader, type PhotoReader } from './photos.ts'
import { askOrReuse, askServer, reasonOf, type Server } from './server.ts'

/** The content of the server. */
export interface Published {
  files: ReadonlyMap<string, string>
  changed: Changed
  /** How many publications it has. */
  publications: number
  photos: PhotoReader
}

type Source = Pick<SsgOptions, 'buildDataOrigin' | 'buildToken' | 'preview'>

const published = z.object({
  publications: z.number(),
  files: z.record(z.string(), z.string()),
  changed: z.record(z.string(), z.string()),
  images: z.record(z.string(), z.string()),
})
type Answer = z.infer<typeof published> & { etag?: string }

const noToken =
  'Warning: without BUILD_TOKEN the pages are built from the content folder, not from the content of the site. See docs/publishing.md.'

/**
 * Fetches the content of the site, for `timeout` milliseconds at most, if the build has a server and a token. Without it
 * the pages are made from the content folder. The last answer is below `cache`.
 */
export async function fetchPublished(
  source: Source,
  cache: string,
  timeout = 5_000,
): Promise<{ published?: Published; notes: string[] }> {
  const server = serverOf(source)
  if (!server) return { notes: source.buildDataOrigin === undefined ? [] : [noToken] }
  const path = join(cache, 'build-data', nameHash(server.origin), 'Content')
  const { value, failure } = await askOrReuse<Answer>(path, async (last) => {
    const response = await askServer(server, '/api/content/published/', {
      accepted: [304],
      signal: AbortSignal.timeout(timeout),
      headers: last?.etag ? { 'If-None-Match': last.etag } : {},
    })
    if (last && response.status === 304) return last
    return { ...published.parse(await response.json()), etag: response.headers.get('ETag') ?? '' }
  })
  const files = Object.entries(value?.files ?? {})
  const used = files.length > 0 ? 'its last answer is used' : 'the pages are made from the content folder'
  if (failure !== undefined) {
    const note = `Warning: content: ${server.origin} could not be asked (${failure}); ${used}.`
    return {
      ...(value && files.length > 0 && { published: fromAnswer(value, server, cache) }),
      notes: [note],
    }
  }
  if (!value || files.length === 0)
    return { notes: [`Content: ${server.origin} has none yet; the pages are made from the content folder.`] }
  const note = `Content: ${files.length} texts fetched from ${server.origin}.`
  return { published: fromAnswer(value, server, cache), notes: [note] }
}

const fromAnswer = (
  { files, changed, publications, images }: Answer,
  server: Server,
  cache: string,
): Published => ({
  files: new Map(Object.entries(files)),
  changed,
  publications,
  photos: photoReader(server, images, cache),
})

interface MadeCv {
  fileName: string
  pdf: Uint8Array | undefined
}

/**
 * Reports the PDFs of the public CV and of those for all audiences, or that there is none, for the documents made from the
 * content. Returns failures as notes.
 */
export async function reportCvs(
  source: Source,
  cv: MadeCv,
  audiences: () => Promise<(MadeCv & { slug: string; title: string })[]>,
): Promise<string[]> {
  const server = serverOf(source)
  // A preview is not the site yet.
  if (!server || source.preview) return []
  const fields = ({ fileName, pdf }: MadeCv) => ({
    file_name: fileName,
    pdf: Buffer.from(pdf ?? []).toString('base64'),
  })
  const made = (await audiences()).map((cv) => ({ slug: cv.slug, title: cv.title, ...fields(cv) }))
  try {
    await askServer(server, '/api/documents/documents/from_content/', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...fields(cv), audiences: made }),
      signal: AbortSignal.timeout(30_000),
    })
    return []
  } catch (error) {
    return [
      `Warning: ${server.origin} was not told the new CVs (${reasonOf(error)}); the next build tries again.`,
    ]
  }
}

function serverOf({ buildDataOrigin: origin, buildToken: token }: Source): Server | undefined {
  return origin === undefined || token === undefined ? undefined : { origin, token }
}
