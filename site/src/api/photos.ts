import { exchange, request } from './client'
import { totalOf } from './trash'
import type { ImageRecord } from './types'

export interface ImageFilter {
  /** Words to find in titles, descriptions, alternative texts and gallery names; may be empty. */
  search: string
  /** A gallery's id; 'none' for images without a gallery, empty for all. */
  gallery: string
  /** 'missing' for images without alternative text that are not decorative, empty for all. */
  altText: '' | 'missing'
  ordering: '-uploaded_at' | 'uploaded_at' | 'title' | 'gallery'
}

/** Returns at most `limit` images that match `filter`, starting at `offset`, and the `total` of all matches. */
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

/** Returns the images of a file with this SHA-256, oldest first. */
export const listImagesByHash = (sha256: string) =>
  request('GET', '/api/photos/images/', { query: { sha256 } })

/** Returns the images with these ids; missing ones are skipped. */
export async function listImagesByIds(ids: readonly number[]): Promise<ImageRecord[]> {
  const atOnce = 200
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, part) =>
    ids.slice(part * atOnce, (part + 1) * atOnce).join(),
  )
  const answers = parts.map((ids) => request('GET', '/api/photos/images/', { query: { ids } }))
  return (await Promise.all(answers)).flat()
}

/** The title of an image on screens. */
export const imageTitle = ({ title }: ImageRecord) => title || 'No Title'

export const listGalleries = () => request('GET', '/api/photos/galleries/')

/** Returns the galleries on the site with their images. */
export const listShownGalleries = () => request('GET', '/api/photos/galleries/shown/')

export const createGallery = (gallery: { name: string; description: string }) =>
  request('POST', '/api/photos/galleries/', { body: gallery })

export interface GalleryChanges {
  name?: string
  description?: string
  shown?: boolean
}

/** Changes the given fields. The slug never changes. */
export const updateGallery = (id: number, changes: GalleryChanges) =>
  request('PATCH', '/api/photos/galleries/update/{id}/', { params: { id }, body: changes })

/** Deletes a gallery and unassigns its images; resolves to its trash id. */
export const deleteGallery = (id: number) =>
  request('DELETE', '/api/photos/galleries/{id}/', { params: { id } }).then(() => `gallery-${id}`)

export interface ImageUpload {
  image: File
  title: string
  description: string
  altText: string
  gallery: number | null
  /** Calls with the same key make one image. */
  key?: string
}

/** Uploads an image. Empty fields are not sent. */
export function uploadImage({
  image,
  title,
  description,
  altText,
  gallery,
  key,
}: ImageUpload): Promise<ImageRecord> {
  const body = new FormData()
  body.append('image', image)
  body.append('title', title)
  if (description !== '') body.append('description', description)
  if (altText !== '') body.append('alt_text', altText)
  if (gallery !== null) body.append('gallery', String(gallery))
  return request('POST', '/api/photos/images/', { body, idempotencyKey: key })
}

/** Uploads an image whose title is the name of its file, without the number that an export adds. */
export const uploadNamed = (image: File): Promise<ImageRecord> =>
  uploadImage({
    image,
    title: image.name.replace(/(-\d+)?\.\w+$/, '').replaceAll('-', ' '),
    description: '',
    altText: '',
    gallery: null,
  })

export interface ImageChanges {
  title: string
  description: string
  alt_text?: string
  /** Those in further languages, keyed by code; an empty one is removed. */
  alt_texts?: Readonly<Record<string, string>>
  /** Needs no alternative text. */
  decorative?: boolean
  /** Null unassigns the image. */
  gallery?: number | null | undefined
  /** In percent from the left and top edges; null for the centre. */
  focal_point?: { x: number; y: number } | null
  /** Replaces the image's file. */
  image?: File | undefined
}

/** Changes the given fields. To unassign an image, `gallery` is sent empty. */
export function updateImage(
  id: number,
  { gallery, image, focal_point, alt_texts, ...texts }: ImageChanges,
): Promise<ImageRecord> {
  const body = new FormData()
  if (alt_texts) body.append('alt_texts', JSON.stringify(alt_texts))
  for (const [name, text] of Object.entries(texts)) body.append(name, String(text))
  if (gallery !== undefined) body.append('gallery', String(gallery ?? ''))
  if (focal_point !== undefined)
    body.append('focal_point', focal_point ? `${focal_point.x},${focal_point.y}` : '')
  if (image) body.append('image', image)
  return request('PATCH', '/api/photos/images/{id}/', { params: { id }, body })
}

export interface ManyChanges {
  /** Null unassigns the images. */
  gallery?: number | null
  title?: string
  append_title?: string
  description?: string
  append_description?: string
  /** Moves the images to the trash, without other changes. */
  delete?: boolean
}

/** Changes or deletes all the images, at most 200, or none; resolves to their number and trash ids. */
export const changeImages = (images: number[], changes: ManyChanges) =>
  request('POST', '/api/photos/image-changes/', { body: { images, ...changes } })

/** Moves an image before another one of its gallery, or to the end; resolves to the new order of ids. */
export const moveImage = (id: number, before: number | null) =>
  request('POST', '/api/photos/images/{id}/move/', { params: { id }, body: { before } })

/** Deletes an image; resolves to its trash id. */
export const deleteImage = (id: number) =>
  request('DELETE', '/api/photos/images/{id}/', { params: { id } }).then(() => `image-${id}`)

/** Moves an image to the end of a gallery. */
export const moveToGallery = (id: number, gallery: number) =>
  request('PATCH', '/api/photos/images/{id}/', { params: { id }, body: { gallery } })

/** The images of a gallery in their order, or the first of them, for anybody. */
export const listGalleryImages = (slug: string, limit?: number) =>
  request('GET', '/api/photos/images/', { query: { gallery_slug: slug, limit }, session: 'optional' })
