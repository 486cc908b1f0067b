import { attribute } from '../lib/escape.ts'
import { pictureSize } from '../pictures/share-picture.ts'

/** What others see of a page before they open it. */
export interface Shared {
  title: string
  description: string
  siteName: string
  type: 'website' | 'profile'
  /** Absent when nobody knows where the site will be: then nothing that must be an absolute address is said. */
  absolute?: { page: string; picture: string } | undefined
}

/** The tags by which a link to the page unfolds: Open Graph, and the names that one network has of its own. */
export function shareTags({ title, description, siteName, type, absolute }: Shared): string {
  const og = (name: string, content: string) => `<meta property="og:${name}" content="${attribute(content)}">`
  const twitter = (name: string, content: string) =>
    `<meta name="twitter:${name}" content="${attribute(content)}">`
  const own =
    og('type', type) + og('site_name', siteName) + og('title', title) + og('description', description)
  const card = twitter('title', title) + twitter('description', description)
  if (!absolute) return own + twitter('card', 'summary') + card
  return [
    `<link rel="canonical" href="${attribute(absolute.page)}">`,
    own,
    og('url', absolute.page),
    og('image', absolute.picture),
    og('image:width', String(pictureSize.width)),
    og('image:height', String(pictureSize.height)),
    og('image:alt', title),
    twitter('card', 'summary_large_image'),
    card,
    twitter('image', absolute.picture),
  ].join('')
}
