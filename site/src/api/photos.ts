import { exchange, request } from './client'
import { totalOf, trashId } from './trash'
import type { ImageRecord } from './types'

export interface ImageFilter {
  /** Words that the texts of a picture contain, its gallery's name among them; may be empty. */
  search: string
  /** A gallery's id; 'none' for pictures without one, empty for all. */
  gallery: string
  /** 'missing' for pictures that lack an alternative text and are not decorative, empty for all. */
  altText: '' | 'missing'
  ordering: '-uploaded_at' | 'uploaded_at' | 'title' | 'gallery'
}

/** Of the pictures that `filter` chooses, `limit` at most from the one at `offset`; `total` counts all it chooses. */
export async function listImages(
  { search, gallery, altText, ordering }: ImageFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ images: ImageRecord[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/photos/images/', {
    query: {
      search: search || undefined,
      gallery: gallery || undefined,
      alt_text: altText || undefined,
      ordering,
      limit,
      offset,
    },
  })
  return { images: data, total: totalOf(headers) }
}

/** The pictures that were made of a file with this SHA-256, the oldest first. */
export const listImagesByHash = (sha256: string) =>
  request('GET', '/api/photos/images/', { query: { sha256 } })

/** Those of the pictures with these ids that there are. */
export async function listImagesByIds(ids: readonly number[]): Promise<ImageRecord[]> {
  const atOnce = 200
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce).join(),
  )
  const answers = parts.map((ids) => request('GET', '/api/photos/images/', { query: { ids } }))
  return (await Promise.all(answers)).flat()
}

export const listGalleries = () => request('GET', '/api/photos/galleries/')

export const createGallery = (gallery: { name: string; description: string }) =>
  request('POST', '/api/photos/galleries/', { body: gallery })

/** Changes what is given; the slug stays. */
export const updateGallery = (id: number, changes: { name?: string; description?: string }) =>
  request('PATCH', '/api/photos/galleries/update/{id}/', { params: { id: String(id) }, body: changes })

/** Deletes a gallery, whose images stay without one; resolves to its trash id. */
export const deleteGallery = async (id: number) =>
  trashId(await exchange('DELETE', '/api/photos/galleries/{id}/', { params: { id: String(id) } }))

export interface ImageUpload {
  image: File
  title: string
  description: string
  altText: string
  gallery: number | null
}

/** Uploads one picture; empty texts and a missing gallery are not sent. */
export function uploadImage({
  image,
  title,
  description,
  altText,
  gallery,
}: ImageUpload): Promise<ImageRecord> {
  const body = new FormData()
  body.append('image', image)
  body.append('title', title)
  if (description !== '') body.append('description', description)
  if (altText !== '') body.append('alt_text', altText)
  if (gallery !== null) body.append('gallery', String(gallery))
  return request('POST', '/api/photos/images/', { body })
}

export interface ImageChanges {
  title: string
  description: string
  alt_text?: string
  /** It has no alternative text on purpose. */
  decorative?: boolean
  /** Null takes it out of its gallery. */
  gallery?: number | null | undefined
  /** In percent from the left and the upper edge; null for the centre. */
  focal_point?: { x: number; y: number } | null
  /** Takes the present picture's place. */
  image?: File | undefined
}

/** Changes the texts and what else is given. An empty `gallery` is sent for none. */
export function updateImage(
  id: number,
  { gallery, image, focal_point, ...texts }: ImageChanges,
): Promise<ImageRecord> {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.append(name, String(text))
  if (gallery !== undefined) body.append('gallery', String(gallery ?? ''))
  if (focal_point !== undefined)
    body.append('focal_point', focal_point ? `${focal_point.x},${focal_point.y}` : '')
  if (image) body.append('image', image)
  return request('PATCH', '/api/photos/images/{id}/', { params: { id: String(id) }, body })
}

/** Pictures by their ids, or all that a filter chooses, and how many those were when somebody looked. */
export type ChosenImages =
  | { images: number[] }
  | { filter: { search: string; gallery: string; alt_text: '' | 'missing' }; count: number }

export interface ManyChanges {
  /** Null takes them out of their galleries. */
  gallery?: number | null
  title?: string
  append_title?: string
  description?: string
  append_description?: string
  /** Puts them into the trash; nothing else is changed then. */
  delete?: boolean
}

/** Changes or deletes all chosen images or none. Resolves to their number and their trash ids. */
export const changeImages = (chosen: ChosenImages, changes: ManyChanges) =>
  request('POST', '/api/photos/image-changes/', { body: { ...chosen, ...changes } })

/** Moves an image before another one of its gallery, or to the end; resolves to the new order of ids. */
export const moveImage = (id: number, before: number | null) =>
  request('POST', '/api/photos/images/{id}/move/', { params: { id: String(id) }, body: { before } })

/** Deletes an image; resolves to its trash id. */
export const deleteImage = async (id: number) =>
  trashId(await exchange('DELETE', '/api/photos/images/{id}/', { params: { id: String(id) } }))

/** Moves an image to the end of a gallery. */
export const moveToGallery = (id: number, gallery: number) =>
  request('PATCH', '/api/photos/images/{id}/', { params: { id: String(id) }, body: { gallery } })
