import { request } from './client'
import { read, type Shape } from './shape'
import type { ImageRecord } from './types'

/** What an answer has of a picture. */
export const imageShape: Shape<ImageRecord> = {
  id: 'number',
  'title?': 'string',
  'description?': 'string',
  'alt_text?': 'string',
  'decorative?': 'boolean',
  'gallery?': 'number',
  'gallery_name?': 'string',
  'image?': 'string',
  image_url: 'string',
  'thumbnail_url?': 'string',
  'width?': 'number',
  'height?': 'number',
  'srcset?': [{ url: 'string', width: 'number', height: 'number' }],
  'focal_point?': { x: 'number', y: 'number' },
  'uploaded_at?': 'date',
}

/** Of the pictures that everybody may see, the words are always there. */
const publicImage = { ...imageShape, title: 'string', description: 'string' }

/** The pictures of the gallery with that slug in its order, for anybody. */
export async function listGalleryImages(slug: string): Promise<ImageRecord[]> {
  const images = await request('GET', '/api/photos/images/', {
    query: { gallery_slug: slug },
    session: 'optional',
  })
  return read<ImageRecord[]>(images, [publicImage])
}
