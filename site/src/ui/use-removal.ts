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
  /** The label of the button that confirms. */
  action: string
  failure: string
  remove: (id: number) => Promise<void>
  /** The cached lists that had the row. */
  invalidates: QueryKey
  pageErrors: PageErrors
}

export interface Removal {
  /** The row that the visitor is asked about, or that is being removed. */
  pendingId: number | null
  /** Confirms, removes the row, and once the list is shown without it moves the focus to the next row. */
  start: (id: number, warning?: string) => Promise<void>
}

/** Removes rows of a list, each after a confirmation. */
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

/** A row that somebody else has removed meanwhile is no error. */
function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
