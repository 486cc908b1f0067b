import { useState } from 'react'
import type { QueryKey } from '@tanstack/react-query'
import { isMissing } from '../api/api-error'
import { useInvalidatingMutation } from '../lib/use-invalidating-mutation'
import { confirm } from './confirm'
import { pageError } from './form-errors'
import { focusAfterRemoval } from './list-focus'
import type { PageErrors } from './page-errors'

interface RemovalOptions {
  question: string
  /** What the button says that goes through with it. */
  action: string
  failure: string
  remove: (id: number) => Promise<void>
  /** The cached lists that had the row. */
  invalidates: QueryKey
  pageErrors: PageErrors
}

export interface Removal {
  /** The row of which the visitor is asked, or which is being removed. */
  pendingId: number | null
  /** Asks, removes the row, and when the list is shown without it moves the focus to where it was. */
  start: (id: number, warning?: string) => Promise<void>
}

/** Removes rows of a list, each after a question. */
export function useRemoval(options: RemovalOptions): Removal {
  const { question, action, failure, remove, invalidates, pageErrors } = options
  const { mutateAsync } = useInvalidatingMutation(
    (id: number) => remove(id).catch(unlessMissing),
    invalidates,
  )
  const [pendingId, setPendingId] = useState<number | null>(null)

  async function start(id: number, warning?: string): Promise<void> {
    pageErrors.clear()
    setPendingId(id)
    if (await confirm(question, { action, warning })) {
      const focusOn = focusAfterRemoval(id)
      try {
        await mutateAsync(id)
        focusOn()
      } catch (error) {
        pageErrors.add(pageError(failure, error), { urgent: true })
      }
    }
    setPendingId(null)
  }

  return { pendingId, start }
}

/** What somebody else has removed meanwhile counts as removed. */
function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
