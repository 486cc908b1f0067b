import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys'
import { restore } from '../api/trash'
import { pageError } from './form-errors'
import { showErrorToast, showToast } from './toast'

/** Restores many items, which `names` says together, and stops at the first that fails. All lists may show them then. */
export async function restoreItems(
  client: QueryClient,
  ids: readonly number[],
  names: string,
): Promise<void> {
  try {
    for (const id of ids) await restore(id)
    showToast(`Restored ${names}.`)
  } catch (error) {
    const { text, reason = '' } = pageError(
      `Failed to restore all of the ${names}: the trash has the rest.`,
      error,
    )
    showErrorToast(`${text} ${reason}`.trim())
  }
  await invalidateLists(client)
}

/** Restores an item of the trash and says so, and what is not as it was or why it failed. All lists may show it then. */
export async function restoreItem(client: QueryClient, id: number, name: string): Promise<void> {
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
