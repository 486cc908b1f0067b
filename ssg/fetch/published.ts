import type { SsgOptions } from '../options.ts'
import type { PhotoReader } from './photos.ts'
import type { EditSource, PublishedEdits } from './published-edits.ts'

/** What was published in the browser, and the photos in it. */
export interface Published extends PublishedEdits {
  /** Whether the server learns what the content folder holds when the site is built. */
  told: boolean
  photos?: PhotoReader
}

const noToken =
  'Warning: published texts: without BUILD_TOKEN the pages are made of the files alone, and nothing that was published at /content is on them. docs/publishing.md says where to set it.'

/** Fetches what was published in the browser, if the build knows whom to ask and has a token. */
export async function fetchPublished(options: SsgOptions, cache: string): Promise<Published> {
  const source = editSource(options)
  if (!source)
    return { edits: [], told: false, notes: options.buildDataOrigin === undefined ? [] : [noToken] }
  // With it come packages that a build that asks nobody saves.
  const { fetchEdits } = await import('./published-edits.ts')
  const { photoReader } = await import('./photos.ts')
  return {
    ...(await fetchEdits(source, cache)),
    told: isReported(options),
    photos: photoReader(source, cache),
  }
}

/** Reports the content folder to the server, and returns what went wrong. */
export async function reportContent(
  options: SsgOptions,
  { files, publications }: { files: ReadonlyMap<string, string>; publications?: number | undefined },
): Promise<string[]> {
  const source = editSource(options)
  if (!source || !isReported(options)) return []
  const { reportFiles } = await import('./published-edits.ts')
  return reportFiles(source, files, publications)
}

/** Whether the server learns what the content folder holds. A preview shows what is not the site's yet. */
const isReported = ({ preview = false }: SsgOptions) => !preview

function editSource({ buildDataOrigin: origin, buildToken: token }: SsgOptions): EditSource | undefined {
  return origin === undefined || token === undefined ? undefined : { origin, token }
}
