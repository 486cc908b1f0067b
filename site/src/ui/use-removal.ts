import { useState } from 'react'
import { useQueryClient, type QueryKey, type QueryClient } from '@tanstack/react-query'
import { isMissing } from '../api/api-error'
import { useInvalidatingMutation } from '../lib/use-invalidating-mutation'
import { focusAfterRemoval } from './focus'
import { confirm } from './confirm'
import { pageError, type PageErrors } from './form-errors'
import { showToast, showErrorToast } from './toast'
import { queryKeys } from '../api/query-keys'
import { restore, restoreMany } from '../api/trash'

type RecordId = number | string

interface RemovalOptions<Id extends RecordId> {
  question: string
  /** The confirming button's label. */
  action: string
  failure: string
  /** Resolves to the row's ID in the trash, with which it can be restored. */
  remove: (id: Id) => Promise<unknown>
  invalidates: QueryKey
  pageErrors: PageErrors
}

export interface Removal<Id extends RecordId> {
  /** The row being confirmed or removed. */
  pendingId: Id | null
  /** Confirms, removes the row, offers Undo and focuses the next row. */
  start: (row: { id: Id; name: string }, warning?: string) => Promise<void>
}

/** Removes rows of a list after a confirmation each. */
export function useRemoval<Id extends RecordId>(options: RemovalOptions<Id>): Removal<Id> {
  const { question, action, failure, remove, invalidates, pageErrors } = options
  const client = useQueryClient()
  const { mutateAsync } = useInvalidatingMutation((id: Id) => remove(id).catch(unlessMissing), invalidates)
  const [pendingId, setPendingId] = useState<Id | null>(null)

  async function start({ id, name }: { id: Id; name: string }, warning?: string): Promise<void> {
    pageErrors.clear()
    setPendingId(id)
    try {
      if (!(await confirm(question, { action, warning }))) return
      const focusOn = focusAfterRemoval(id)
      const item = await mutateAsync(id)
      focusOn()
      if (typeof item === 'string') {
        showToast(`Deleted “${name}”.`, { label: 'Undo', run: () => restoreItem(client, item, name) })
      }
    } catch (error) {
      pageErrors.add(pageError(failure, error), { urgent: true })
    } finally {
      setPendingId(null)
    }
  }

  return { pendingId, start }
}

/** The row may have been removed elsewhere already. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

const shownNotes = 3

/** Restores all items, called `names` in the messages, or none. */
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

/** Restores an item from the trash and reports what differs from before, or the failure. Reloads all lists. */
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
