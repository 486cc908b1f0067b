import { attribute } from '../model/escape.ts'

export interface ShareImage {
  /** Its path on the site. */
  path: string
  width: number
  height: number
  alt: string
}

interface Shared {
  title: string
  siteName: string
  type: 'website' | 'profile' | 'article'
  /** The day of an article. */
  published?: string | undefined
  /** Undefined if the site's address is unknown. Tags with absolute addresses are then left out. */
  absolute?: { siteUrl: string; path: string; image: ShareImage } | undefined
}

/**
 * Returns Open Graph tags, which Twitter reads too, and Twitter's kind of card. Readers take the
 * description from the page's own.
 */
export function shareTags({ title, siteName, type, published, absolute }: Shared): string {
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${attribute(content)}">`
  const card = (kind: string) => `<meta name="twitter:card" content="${kind}">`
  const own = [
    property('og:type', type),
    property('og:site_name', siteName),
    property('og:title', title),
    ...(published === undefined ? [] : [property('article:published_time', published)]),
  ].join('')
  if (!absolute) return own + card('summary')
  const { siteUrl, path, image } = absolute
  return [
    `<link rel="canonical" href="${attribute(siteUrl + path)}">`,
    own,
    property('og:url', siteUrl + path),
    property('og:image', siteUrl + image.path),
    property('og:image:width', String(image.width)),
    property('og:image:height', String(image.height)),
    property('og:image:alt', image.alt),
    card('summary_large_image'),
  ].join('')
}
