import { attribute } from '../model/escape.ts'

export interface Shared {
  title: string
  siteName: string
  type: 'website' | 'profile'
  /** Undefined if the site's address is unknown. Tags with absolute addresses are then left out. */
  absolute?: { page: string; image: string } | undefined
}

/**
 * Returns Open Graph tags, which Twitter reads too, and Twitter's kind of card. Readers take the
 * description from the page's own.
 */
export function shareTags({ title, siteName, type, absolute }: Shared): string {
  const og = (name: string, content: string) => `<meta property="og:${name}" content="${attribute(content)}">`
  const card = (kind: string) => `<meta name="twitter:card" content="${kind}">`
  const own = og('type', type) + og('site_name', siteName) + og('title', title)
  if (!absolute) return own + card('summary')
  return [
    `<link rel="canonical" href="${attribute(absolute.page)}">`,
    own,
    og('url', absolute.page),
    og('image', absolute.image),
    card('summary_large_image'),
  ].join('')
}
