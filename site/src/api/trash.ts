import { exchange, request } from './client'
import { read } from './shape'
import type { Restored, TrashItem, TrashKind } from './types'

/** What was deleted or replaced, the one deleted last first; of all kinds without one. `total` counts all pages. */
export async function listTrash(
  kind: TrashKind | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: TrashItem[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/trash/', { query: { kind, limit, offset } })
  const items = read<TrashItem[]>(data, [
    {
      id: 'string',
      kind: 'string',
      'former_id?': 'number',
      name: 'string',
      'bytes?': 'number',
      'thumbnail_url?': 'string',
      'deleted_at?': 'date',
      'deleted_by?': 'string',
      'expires_at?': 'date',
    },
  ])
  return { items, total: Number(headers.get('X-Total-Count') ?? offset + items.length) }
}

/** The id that the picture which an image had before its last replacement has in the trash. */
export async function previousPicture(image: number): Promise<string | undefined> {
  const { items } = await listTrash('image_file', { limit: 20, offset: 0 })
  return items.find(({ former_id }) => former_id === image)?.id
}

/** Puts what was deleted back where it was. */
export async function restore(id: string): Promise<Restored> {
  const restored = await request('POST', '/api/trash/{id}/restore/', { params: { id } })
  return read<Restored>(restored, { name: 'string', notes: ['string'] })
}

/** Puts all of what was deleted back where it was, or nothing of it. */
export async function restoreMany(items: string[]): Promise<readonly Restored[]> {
  const answer = await request('POST', '/api/trash/restorations/', { body: { items } })
  const shape = { restored: [{ name: 'string', notes: ['string'] }] } as const
  return read<{ restored: Restored[] }>(answer, shape).restored
}

export function deleteForGood(id: string): Promise<void> {
  return request('DELETE', '/api/trash/{id}/', { params: { id } })
}

/** The id that something has in the trash, from the answer to its deletion; undefined when it is not there. */
export function trashId({ headers }: { headers: Headers }): string | undefined {
  return /^\/api\/trash\/([a-z_]+-\d+)\/$/.exec(headers.get('Location') ?? '')?.[1]
}
