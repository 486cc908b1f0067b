import { useState } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import { isMissing } from '../api/api-error'
import { useInvalidatingMutation } from '../lib/use-invalidating-mutation'
import { focusAfterRemoval } from './focus'
import { confirm } from './confirm'
import { pageError, type PageErrors } from './form-errors'
import { showToast, showErrorToast } from './toast'

type RecordId = number | string

interface RemovalOptions<Id extends RecordId> {
  question: string
  /** The confirming button's label. */
  action: string
  failure: string
  /** Resolves to the row's ID in the trash, with which it can be restored. */
  remove: (id: Id) => Promise<unknown>
  onRemoved?: (id: Id) => void
  /** Offers Undo. */
  restore?: (ids: string[]) => Promise<string[]>
  invalidates: QueryKey
  pageErrors: PageErrors
}

interface Removal<Id extends RecordId> {
  /** The row being confirmed or removed. */
  pendingId: Id | null
  /** Confirms, removes the row, offers Undo and focuses the next row. */
  start: (row: { id: Id; name: string }, warning?: string | Promise<string | undefined>) => Promise<void>
}

/** Removes rows of a list after a confirmation each. */
export function useRemoval<Id extends RecordId>(options: RemovalOptions<Id>): Removal<Id> {
  const { question, action, failure, remove, onRemoved, restore, invalidates, pageErrors } = options
  const { mutateAsync } = useInvalidatingMutation((id: Id) => remove(id).catch(unlessMissing), invalidates)
  const [pendingId, setPendingId] = useState<Id | null>(null)

  async function start(
    { id, name }: { id: Id; name: string },
    warning?: string | Promise<string | undefined>,
  ) {
    pageErrors.clear()
    setPendingId(id)
    try {
      if (!(await confirm(question, { action, warning: await warning }))) return
      const focusOn = focusAfterRemoval(id)
      const item = await mutateAsync(id)
      onRemoved?.(id)
      focusOn()
      if (restore && typeof item === 'string') {
        const run = () => reportRestored(restore([item]), `“${name}”`)
        showToast(`Deleted “${name}”.`, { label: 'Undo', run })
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

/** Reports that `name` is restored, with what differs from before, or the failure. */
export async function reportRestored(
  restored: Promise<string[]>,
  name: string,
  failure = `Failed to restore ${name}.`,
): Promise<void> {
  try {
    const notes = new Set(await restored)
    showToast([`Restored ${name}.`, ...[...notes].slice(0, shownNotes)].join(' '))
  } catch (error) {
    const { text, reason = '' } = pageError(failure, error)
    showErrorToast(`${text} ${reason}`.trim())
  }
}
