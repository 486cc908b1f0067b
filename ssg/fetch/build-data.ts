import { join } from 'node:path'
import type { BannerImage, PageData } from '../document/pages.ts'
import type { OutputFile } from '../lib/output-file.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { nameHash } from '../lib/hash.ts'
import type { ApiAnswers } from './api-client.ts'
import { makeBannerImage } from './banner-picture.ts'

export interface BuildData extends PageData {
  files: OutputFile[]
  notes: string[]
}

interface Answer<T> {
  value: T | null
  files: OutputFile[]
}

/** Asks the API at `origin`, for `timeout` milliseconds at most. If a request fails, the last answer in `cache` is used. */
export async function fetchBuildData(
  origin: string | undefined,
  cache: string,
  timeout = 5_000,
): Promise<BuildData> {
  if (origin === undefined) {
    const notes = ['Banner and CV: no API is named, so pages ask for them when they are opened.']
    return { banner: null, cv: null, files: [], notes }
  }
  // A build without an API need not load its packages.
  const { apiAnswers } = await import('./api-client.ts')
  const api = apiAnswers(origin, AbortSignal.timeout(timeout))
  const folder = join(cache, 'build-data', nameHash(origin))
  const [banner, cv, undescribed] = await Promise.all([
    fetchOrReuse('Banner', origin, folder, () => fetchBanner(api)),
    fetchOrReuse('CV', origin, folder, async () => ({ value: await api.cv(), files: [] })),
    api.undescribed().catch(() => []),
  ])
  const notes = [banner.note, cv.note, ...altTextWarning(undescribed)]
  return { banner: banner.value, cv: cv.value, files: banner.files, notes }
}

function altTextWarning(titles: readonly string[]): string[] {
  if (titles.length === 0) return []
  const list = titles.map((title) => `“${title}”`).join(', ')
  return [
    `Warning: pictures of page-logos have no alternative text: ${list}. Write them at /photos?alt=missing.`,
  ]
}

async function fetchBanner(api: ApiAnswers): Promise<Answer<BannerImage>> {
  const first = await api.picture()
  if (!first) return { value: null, files: [] }
  const { picture, files } = await makeBannerImage(await api.file(first.url), first.alt, first.focalPoint)
  return { value: picture, files }
}

async function fetchOrReuse<T>(
  name: string,
  origin: string,
  folder: string,
  fetchAnswer: () => Promise<Answer<T>>,
): Promise<Answer<T> & { note: string }> {
  const path = join(folder, name)
  try {
    const answer = await fetchAnswer()
    // Without a cache, this build still has its answer.
    await writeCached(path, answer).catch(() => undefined)
    const result =
      answer.value === null ? `${origin} has none` : `fetched from ${origin} and put into the page`
    return { ...answer, note: `${name}: ${result}.` }
  } catch (error) {
    const { reasonOf } = await import('./api-client.ts')
    const failed = `${name}: ${origin} could not be asked (${reasonOf(error)})`
    const last = readCached(path) as Answer<T> | undefined
    if (last) return { ...last, note: `${failed}; its last answer is used.` }
    return { value: null, files: [], note: `${failed}; the page asks when it is opened.` }
  }
}
