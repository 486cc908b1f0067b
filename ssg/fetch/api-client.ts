import { z } from 'zod'

export interface FocalPoint {
  x: number
  y: number
}

const images = z.array(
  z.object({
    image_url: z.string().min(1),
    title: z.string().default(''),
    alt_text: z.string(),
    decorative: z.boolean().default(false),
    focal_point: z.object({ x: z.number(), y: z.number() }).nullish(),
  }),
)
const currentCv = z.object({ download_url: z.string().min(1).nullable() })

export type ApiAnswers = ReturnType<typeof apiAnswers>

/** Asks the API at `origin` without a token. Requests that are open when `signal` fires reject. */
export function apiAnswers(origin: string, signal: AbortSignal) {
  const get = async (address: string) => {
    const url = new URL(address, origin)
    if (url.origin !== origin) throw new Error(`it names ${url.origin}, which is not its own origin`)
    const response = await fetch(url, { signal, redirect: 'error' })
    if (!response.ok) throw new Error(`it answers ${response.status}`)
    return response
  }
  const read = async <T>(path: string, shape: z.ZodType<T>) => shape.parse(await (await get(path)).json())
  let list: Promise<z.infer<typeof images>> | undefined
  const banner = () => (list ??= read('/api/photos/images/?gallery_slug=page-logos', images))
  return {
    /**
     * The first picture of the banner. Its title, usually a file name, is no alternative text; its
     * focal point is in percent from the left and the top, or null for the centre.
     */
    async picture() {
      const [first] = await banner()
      return first && { url: first.image_url, alt: first.alt_text, focalPoint: first.focal_point ?? null }
    },
    /** The titles of the banner's images without an alternative text. */
    undescribed: async () =>
      (await banner())
        .filter(({ alt_text, decorative }) => alt_text === '' && !decorative)
        .map(({ title }) => title),
    /** The permanent address of the current CV; null if there is none. */
    async cv() {
      const { download_url: url } = await read('/api/documents/documents/current_cv/', currentCv)
      return url === null ? null : '/cv-download'
    },
    file: async (url: string) => Buffer.from(await (await get(url)).arrayBuffer()),
  }
}

/** Why a request to the API failed, in a few words for the owner. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it does not answer in time'
  if (error instanceof SyntaxError || error instanceof z.ZodError) return 'its answer is not the API’s'
  const { cause } = error
  return cause instanceof Error && 'code' in cause
    ? `it is not reached, ${String(cause.code)}`
    : error.message
}
