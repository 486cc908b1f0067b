import { exchange, request } from './client'
import type { TrashItem, TrashKind } from './types'

/** A page of deleted and replaced items, latest first; of all kinds if `kind` is undefined. `total` counts all pages. */
export async function listTrash(
  kind: TrashKind | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: TrashItem[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/trash/', { query: { kind, limit, offset } })
  return { items: data, total: totalOf(headers) }
}

/** Returns the trash id of the file that an image had before its last replacement. */
export async function previousImage(image: number): Promise<string | undefined> {
  const { items } = await listTrash('image_file', { limit: 20, offset: 0 })
  return items.find(({ original_id }) => original_id === image)?.id
}

export const restore = (id: string) => request('POST', '/api/trash/{id}/restore/', { params: { id } })

/** Restores all of the items, or none. */
export const restoreMany = (items: string[]) =>
  request('POST', '/api/trash/restorations/', { body: { items } })

export const deleteForGood = (id: string) => request('DELETE', '/api/trash/{id}/', { params: { id } })

export const emptyTrash = () => request('DELETE', '/api/trash/')

/** Returns the number of records on all pages of a list. */
export const totalOf = (headers: Headers) => Number(headers.get('X-Total-Count'))
