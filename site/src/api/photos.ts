import { ApiError } from './api-error'
import { request } from './client'
import type { Gallery, ImageRecord } from './types'

/** With a gallery's slug: its pictures, for anybody. Without: all pictures, newest first, for staff. */
export async function listImages(filter: { gallerySlug?: string } = {}): Promise<ImageRecord[]> {
  const { gallerySlug } = filter
  return asList<ImageRecord>(
    await request('GET', '/api/photos/images/', {
      query: { gallery_slug: gallerySlug },
      session: gallerySlug === undefined ? 'required' : 'optional',
    }),
  )
}

export async function listGalleries(): Promise<Gallery[]> {
  return asList<Gallery>(await request('GET', '/api/photos/galleries/'))
}

export function createGallery(gallery: { name: string; description: string }): Promise<Gallery> {
  return request('POST', '/api/photos/galleries/', { body: gallery })
}

export interface ImageUpload {
  image: File
  title: string
  description: string
  gallery: number | null
}

/** Uploads one picture; an empty description and a missing gallery are not sent. */
export function uploadImage({ image, title, description, gallery }: ImageUpload): Promise<ImageRecord> {
  const body = new FormData()
  body.append('image', image)
  body.append('title', title)
  if (description !== '') body.append('description', description)
  if (gallery !== null) body.append('gallery', String(gallery))
  return request('POST', '/api/photos/images/', { body })
}

function asList<T>(data: unknown): T[] {
  // A host that answers every path with a page must look like a failure, not like an empty list.
  if (!Array.isArray(data)) throw new ApiError(200, 'Unreadable answer')
  return data as T[]
}
