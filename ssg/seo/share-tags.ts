import { attribute } from '../model/escape.ts'

export interface Shared {
  title: string
  description: string
  siteName: string
  type: 'website' | 'profile'
  /** Undefined if the site's address is unknown. Tags with absolute addresses are then left out. */
  absolute?: { page: string; picture: string } | undefined
}

/** Returns Open Graph tags, which Twitter reads too, and Twitter's kind of card. */
export function shareTags({ title, description, siteName, type, absolute }: Shared): string {
  const og = (name: string, content: string) => `<meta property="og:${name}" content="${attribute(content)}">`
  const card = (kind: string) => `<meta name="twitter:card" content="${kind}">`
  const own =
    og('type', type) + og('site_name', siteName) + og('title', title) + og('description', description)
  if (!absolute) return own + card('summary')
  return [
    `<link rel="canonical" href="${attribute(absolute.page)}">`,
    own,
    og('url', absolute.page),
    og('image', absolute.picture),
    og('image:width', '1200'),
    og('image:height', '630'),
    og('image:alt', siteName),
    card('summary_large_image'),
  ].join('')
}
