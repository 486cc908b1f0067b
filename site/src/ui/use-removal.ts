import { useState } from 'react'
import { failureReason, isMissing } from '../api/api-error'
import { ask } from './ask'
import type { Complaints } from './complaints'
import { focusAfterRemoval } from './list-focus'

interface RemovalOptions {
  question: string
  /** What the button says that goes through with it. */
  act: string
  failure: string
  remove: (id: number) => Promise<void>
  reload: () => Promise<void>
  complaints: Complaints
}

export interface Removal {
  /** The row that is in question. */
  inQuestion: number | null
  /** Asks, removes, shows the list without the row, and moves the focus to where it was. */
  start: (id: number, warning?: string) => Promise<void>
}

/** Takes rows out of a list, each after a question. */
export function useRemoval(options: RemovalOptions): Removal {
  const { question, act, failure, remove, reload, complaints } = options
  const [inQuestion, setInQuestion] = useState<number | null>(null)

  async function start(id: number, warning?: string): Promise<void> {
    complaints.clear()
    setInQuestion(id)
    if (await ask(question, { act, warning })) {
      const focusOn = focusAfterRemoval(id)
      try {
        await remove(id).catch(unlessMissing)
        await reload()
        focusOn()
      } catch (error) {
        complaints.add({ text: failure, reason: failureReason(error) }, { urgent: true })
      }
    }
    setInQuestion(null)
  }

  return { inQuestion, start }
}

/** What somebody else has removed meanwhile is gone, as was asked. */
function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
