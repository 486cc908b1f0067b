import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys'
import { restore, restoreMany } from '../api/trash'
import { pageError } from './form-errors'
import { showErrorToast, showToast } from './toast'

/** How many notes a message has at most. */
const shownNotes = 3

/** Restores all of many items, which `names` says together, or none, and says so as `restoreItem` does. */
export async function restoreItems(client: QueryClient, ids: string[], names: string): Promise<void> {
  try {
    const { restored } = await restoreMany(ids)
    const notes = new Set(restored.flatMap(({ notes }) => notes))
    showToast([`Restored ${names}.`, ...[...notes].slice(0, shownNotes)].join(' '))
  } catch (error) {
    const { text, reason = '' } = pageError(`Failed to restore the ${names}.`, error)
    showErrorToast(`${text} ${reason}`.trim())
  }
  await invalidateLists(client)
}

/** Restores an item of the trash and says so, and what is not as it was or why it failed. All lists may show it then. */
export async function restoreItem(client: QueryClient, id: string, name: string): Promise<void> {
  try {
    const { notes } = await restore(id)
    showToast([`Restored “${name}”.`, ...notes].join(' '))
  } catch (error) {
    const { text, reason = '' } = pageError(`Failed to restore “${name}”.`, error)
    showErrorToast(`${text} ${reason}`.trim())
  }
  await invalidateLists(client)
}

async function invalidateLists(client: QueryClient): Promise<void> {
  await Promise.all(
    [queryKeys.trash, queryKeys.photos, queryKeys.documents].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
