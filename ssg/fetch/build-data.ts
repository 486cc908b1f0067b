import { join } from 'node:path'
import { z } from 'zod'
import type { BannerImage, PageData } from '../document/pages.ts'
import type { ShownGallery } from '../model/galleries.ts'
import { nameHash } from '../lib/hash.ts'
import type { OutputFile } from '../lib/output-file.ts'
import { makeBannerImage } from './banner-image.ts'
import { askOrReuse, askServer } from './server.ts'

export interface BuildData extends PageData {
  files: OutputFile[]
  notes: string[]
}

interface Shown<T> {
  value: T | null
  files: OutputFile[]
}

const altTexts = z.record(z.string(), z.string()).optional()
const images = z.array(
  z.object({
    image_url: z.string().min(1),
    title: z.string().default(''),
    alt_text: z.string(),
    alt_texts: altTexts,
    decorative: z.boolean().default(false),
    // In percent from the left and the top; the centre if there is none.
    focal_point: z.object({ x: z.number(), y: z.number() }).nullish(),
  }),
)
const shownGalleries = z.array(
  z.object({
    slug: z.string().min(1),
    name: z.string(),
    description: z.string(),
    images: z
      .array(
        z.object({
          id: z.number(),
          title: z.string(),
          caption: z.string(),
          description: z.string(),
          alt_text: z.string(),
          alt_texts: altTexts,
          decorative: z.boolean(),
          image_url: z.string(),
          width: z.number(),
          height: z.number(),
          srcset: z.array(z.object({ url: z.string(), width: z.number() })).min(1),
          uploaded_at: z.string(),
        }),
      )
      .min(1),
  }),
)
const currentCv = z.object({ download_url: z.string().min(1).nullable() })

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
  const signal = AbortSignal.timeout(timeout)
  const get = (address: string) => askServer({ origin }, address, { signal })
  const list = get('/api/photos/images/?gallery_slug=page-logos').then(async (response) =>
    images.parse(await response.json()),
  )
  const fetchBanner = async (): Promise<Shown<BannerImage>> => {
    const [first] = await list
    if (!first) return { value: null, files: [] }
    const source = Buffer.from(await (await get(first.image_url)).arrayBuffer())
    // The title is usually the name of a file, not an alternative text.
    const texts = first.decorative ? { alt: '' } : { alt: first.alt_text, altTexts: first.alt_texts }
    return makeBannerImage(source, texts, first.focal_point ?? undefined)
  }
  const fetchCv = async (): Promise<Shown<string>> => {
    const response = await get('/api/documents/documents/current_cv/')
    const { download_url: url } = currentCv.parse(await response.json())
    return { value: url === null ? null : '/cv-download', files: [] }
  }
  const asksAgain = 'the page asks when it is opened'
  const answer = async <T>(name: string, ask: () => Promise<Shown<T>>, missing = asksAgain) => {
    const asked = await askOrReuse(join(cache, 'build-data', nameHash(origin), name), ask)
    const { value, files } = asked.value ?? { value: null, files: [] }
    return { value, files, note: `${name}: ${noteOf(origin, value, asked, missing)}.` }
  }
  const fetchGalleries = async (): Promise<Shown<ShownGallery[]>> => {
    const shown = shownGalleries.parse(await (await get('/api/photos/galleries/shown/')).json())
    return { value: shown.length > 0 ? shown : null, files: [] }
  }
  const [banner, cv, galleries, all] = await Promise.all([
    answer('Banner', fetchBanner),
    answer('CV', fetchCv),
    answer('Galleries', fetchGalleries, 'the pages have none'),
    list.catch(() => []),
  ])
  const undescribed = all.filter(({ alt_text, decorative }) => alt_text === '' && !decorative)
  return {
    banner: banner.value,
    cv: cv.value,
    galleries: galleries.value,
    files: banner.files,
    notes: [banner.note, cv.note, galleries.note, ...altTextWarning(undescribed.map(({ title }) => title))],
  }
}

function noteOf(
  origin: string,
  shown: unknown,
  { value, failure }: { value?: unknown; failure?: string },
  missing: string,
) {
  if (failure === undefined)
    return shown === null ? `${origin} has none` : `fetched from ${origin} and put into the pages`
  const used = value === undefined ? missing : 'its last answer is used'
  return `${origin} could not be asked (${failure}); ${used}`
}

function altTextWarning(titles: readonly string[]): string[] {
  if (titles.length === 0) return []
  const list = titles.map((title) => `“${title}”`).join(', ')
  return [
    `Warning: images of page-logos have no alternative text: ${list}. Write them at /photos?alt=missing.`,
  ]
}
