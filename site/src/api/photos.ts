import { exchange, request } from './client'
import { imageShape } from './gallery-images'
import { read, type Shape } from './shape'
import { trashId } from './trash'
import type { Gallery, ImageRecord } from './types'

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
  const images = read<ImageRecord[]>(data, [imageShape])
  return { images, total: Number(headers.get('X-Total-Count') ?? offset + images.length) }
}

/** The pictures that were made of a file with this SHA-256, the oldest first. */
export async function listImagesByHash(sha256: string): Promise<ImageRecord[]> {
  return read<ImageRecord[]>(await request('GET', '/api/photos/images/', { query: { sha256 } }), [imageShape])
}

/** Those of the pictures with these ids that there are. */
export async function listImagesByIds(ids: readonly number[]): Promise<ImageRecord[]> {
  const atOnce = 200
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce).join(),
  )
  const answers = parts.map((ids) => request('GET', '/api/photos/images/', { query: { ids } }))
  return (await Promise.all(answers)).flatMap((answer) => read<ImageRecord[]>(answer, [imageShape]))
}

const galleryShape: Shape<Gallery> = {
  id: 'number',
  name: 'string',
  slug: 'string',
  'description?': 'string',
  'image_count?': 'number',
}

export async function listGalleries(): Promise<Gallery[]> {
  return read<Gallery[]>(await request('GET', '/api/photos/galleries/'), [galleryShape])
}

export async function createGallery(gallery: { name: string; description: string }): Promise<Gallery> {
  return read<Gallery>(await request('POST', '/api/photos/galleries/', { body: gallery }), galleryShape)
}

/** Changes what is given; the slug stays. */
export function updateGallery(
  id: number,
  changes: { name?: string; description?: string },
): Promise<Gallery> {
  return request('PATCH', '/api/photos/galleries/update/{id}/', { params: { id: String(id) }, body: changes })
}

/** Its pictures stay and belong to no gallery then. Resolves to the id that it has in the trash. */
export async function deleteGallery(id: number): Promise<string | undefined> {
  return trashId(await exchange('DELETE', '/api/photos/galleries/{id}/', { params: { id: String(id) } }))
}

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

/** Changes or deletes all chosen pictures or none. Resolves to how many they were, and their ids in the trash. */
export async function changeImages(
  chosen: ChosenImages,
  changes: ManyChanges,
): Promise<{ images: number; trash: string[] }> {
  const answer = await request('POST', '/api/photos/image-changes/', { body: { ...chosen, ...changes } })
  return read<{ images: number; trash: string[] }>(answer, { images: 'number', trash: ['string'] })
}

/** Puts a picture before another one of its gallery, or at the end, and answers the ids of all in their order. */
export function moveImage(id: number, before: number | null): Promise<{ images: number[] }> {
  return request('POST', '/api/photos/images/{id}/move/', { params: { id: String(id) }, body: { before } })
}

/** Resolves to the id that it has in the trash. */
export async function deleteImage(id: number): Promise<string | undefined> {
  return trashId(await exchange('DELETE', '/api/photos/images/{id}/', { params: { id: String(id) } }))
}

/** Puts a picture into a gallery, at its end. */
export function moveToGallery(id: number, gallery: number): Promise<ImageRecord> {
  return request('PATCH', '/api/photos/images/{id}/', { params: { id: String(id) }, body: { gallery } })
}
