import { imageShape } from './gallery-images'
import { request } from './client'
import { read } from './shape'
import type { ImageRecord, SimilarImages } from './types'

/** Groups of pictures that look alike, `limit` at most from the one at `offset`; `total` counts the groups on all pages. */
export async function listSimilarImages(page: { limit: number; offset: number }): Promise<SimilarImages> {
  const similar = await request('GET', '/api/photos/similar-images/', { query: page })
  return read<SimilarImages>(similar, { groups: [[imageShape]], total: 'number', pending: 'number' })
}

/** Remembers that the pictures differ: they are no longer listed together. */
export function markDifferent(images: readonly ImageRecord[]): Promise<void> {
  return request('POST', '/api/photos/different-images/', { body: { images: images.map(({ id }) => id) } })
}
