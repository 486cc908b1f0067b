import { request } from './client'

/** The images of a gallery in order, without a session. */
export const listGalleryImages = (slug: string) =>
  request('GET', '/api/photos/images/', { query: { gallery_slug: slug }, session: 'optional' })
