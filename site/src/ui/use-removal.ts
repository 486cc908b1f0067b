import { useState } from 'react'
import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { isMissing } from '../api/api-error'
import { useInvalidatingMutation } from '../lib/use-invalidating-mutation'
import { confirm } from './confirm'
import { pageError, type PageErrors } from './form-errors'
import { restoreItem } from './restore'
import { showToast } from './toast'

/** The ID of a row: a string in the trash. */
type RecordId = number | string

interface RemovalOptions<Id extends RecordId> {
  question: string
  /** The label of the button that confirms. */
  action: string
  failure: string
  /** Resolves to the id that the row has in the trash, from which it can be restored. */
  remove: (id: Id) => Promise<unknown>
  /** The cached lists that had the row. */
  invalidates: QueryKey
  pageErrors: PageErrors
}

export interface Removal<Id extends RecordId> {
  /** The row that the visitor is asked about, or that is being removed. */
  pendingId: Id | null
  /** Confirms, removes the row, says so and offers Undo where that can be done, and once the list is shown without it moves the focus to the next row. */
  start: (row: { id: Id; name: string }, warning?: string) => Promise<void>
}

/** Removes rows of a list, each after a confirmation. */
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

/** A row that somebody else has removed meanwhile is no error. */
function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
  return undefined
}

/**
 * Remembers where the focus goes when the row `id` of a list is removed. Call the function that is returned when the list
 * has been rendered without it: it focuses the row that followed, or else the one before, or else the list's heading.
 * Rows carry their id as `data-row`, headings of lists `data-list-heading`; both can take the focus.
 */
export function focusAfterRemoval(id: RecordId): () => void {
  // Another list of the screen may have a row of that id.
  const row =
    document.querySelector(`${rowSelector(id)}[data-pending]`) ?? document.querySelector(rowSelector(id))
  const list = row?.closest('section')
  const rows = [...(list?.querySelectorAll('[data-row]') ?? [])]
  const index = rows.findIndex((other) => other === row)
  const neighbours = [rows[index + 1], rows[index - 1]].map((other) => other?.getAttribute('data-row'))
  return () => {
    const targets = [
      ...neighbours.map((other) => other && list?.querySelector(rowSelector(other))),
      list?.querySelector('[data-list-heading]'),
    ]
    const target = targets.find((element) => element instanceof HTMLElement)
    if (target instanceof HTMLElement) target.focus()
  }
}

const rowSelector = (id: RecordId) => `[data-row="${id}"]`
