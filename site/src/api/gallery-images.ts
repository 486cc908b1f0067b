import { request } from './client'

/** The images of a gallery in their order, or the first of them, for anybody. */
export const listGalleryImages = (slug: string, limit?: number) =>
  request('GET', '/api/photos/images/', { query: { gallery_slug: slug, limit }, session: 'optional' })
