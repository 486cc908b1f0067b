import { useState } from 'react'
import { failureReason, isMissing } from '../api/api-error'
import { confirm } from './confirm'
import type { PageErrors } from './page-errors'
import { focusAfterRemoval } from './list-focus'

interface RemovalOptions {
  question: string
  /** What the button says that goes through with it. */
  action: string
  failure: string
  remove: (id: number) => Promise<void>
  reload: () => Promise<void>
  pageErrors: PageErrors
}

export interface Removal {
  /** The row that is in question. */
  pendingId: number | null
  /** Asks, removes, shows the list without the row, and moves the focus to where it was. */
  start: (id: number, warning?: string) => Promise<void>
}

/** Takes rows out of a list, each after a question. */
export function useRemoval(options: RemovalOptions): Removal {
  const { question, action, failure, remove, reload, pageErrors } = options
  const [pendingId, setPendingId] = useState<number | null>(null)

  async function start(id: number, warning?: string): Promise<void> {
    pageErrors.clear()
    setPendingId(id)
    if (await confirm(question, { action, warning })) {
      const focusOn = focusAfterRemoval(id)
      try {
        await remove(id).catch(unlessMissing)
        await reload()
        focusOn()
      } catch (error) {
        pageErrors.add({ text: failure, reason: failureReason(error) }, { urgent: true })
      }
    }
    setPendingId(null)
  }

  return { pendingId, start }
}

/** What somebody else has removed meanwhile is gone, as was asked. */
function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
