import { request } from './client'

/** The images of a gallery in their order, for anybody. */
export const listGalleryImages = (slug: string) =>
  request('GET', '/api/photos/images/', { query: { gallery_slug: slug }, session: 'optional' })
