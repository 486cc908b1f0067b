import type { SsgOptions } from '../options.ts'
import type { PhotoReader } from './photos.ts'
import type { EditSource, PublishedEdits } from './published-edits.ts'

export interface Published extends PublishedEdits {
  photos?: PhotoReader
}

const noToken =
  'Warning: without BUILD_TOKEN the pages are built from the files alone, without the edits published at /content. See docs/publishing.md.'

/** Fetches the published edits, if the build has a server and a token. */
export async function fetchPublished(options: SsgOptions, cache: string): Promise<Published> {
  const source = editSource(options)
  if (!source) return { edits: [], notes: options.buildDataOrigin === undefined ? [] : [noToken] }
  // A build without a server need not load its packages.
  const { fetchEdits } = await import('./published-edits.ts')
  const { photoReader } = await import('./photos.ts')
  return { ...(await fetchEdits(source, cache)), photos: photoReader(source, cache) }
}

/** Reports the content folder to the server, and returns what went wrong. */
export async function reportContent(
  options: SsgOptions,
  { files, publications }: { files: ReadonlyMap<string, string>; publications?: number | undefined },
): Promise<string[]> {
  const source = editSource(options)
  // A preview is not the site yet.
  if (!source || options.preview) return []
  const { reportFiles } = await import('./published-edits.ts')
  return reportFiles(source, files, publications)
}

function editSource({ buildDataOrigin: origin, buildToken: token }: SsgOptions): EditSource | undefined {
  return origin === undefined || token === undefined ? undefined : { origin, token }
}
