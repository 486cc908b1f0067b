import { useCallback, useMemo, useState } from 'react'
import { failureReason, isNetworkError, serverMessage } from '../api/api-error'

/** One entry of the error banner; `reason` stands in a line of its own below the text. */
export interface PageError {
  text: string
  reason?: string
}

/**
 * An error whose sentence ends with the server's own words about `error`: the first found under `fields`, else under
 * `detail`. That no answer came is not of the server, and is the reason.
 */
export function refusal(sentence: string, error: unknown, ...fields: string[]): PageError {
  return isNetworkError(error)
    ? { text: sentence, reason: failureReason(error) }
    : { text: `${sentence} ${serverMessage(error, ...fields)}`.trim() }
}

export interface PageErrors {
  lines: readonly PageError[]
  /** Changes when the banner should take the focus. */
  attention: object | undefined
  /** Appends a line. `urgent` ones stop what the visitor asked for, so the focus goes to the banner. */
  add: (line: PageError, options?: { urgent?: boolean }) => void
  clear: () => void
}

/** What the error banner says: lines gather until the next action clears them. */
export function usePageErrors(): PageErrors {
  const [lines, setLines] = useState<readonly PageError[]>([])
  const [attention, setAttention] = useState<object>()
  const add = useCallback<PageErrors['add']>((line, { urgent = false } = {}) => {
    setLines((earlier) => [...earlier, line])
    if (urgent) setAttention({})
  }, [])
  const clear = useCallback(() => setLines([]), [])
  return useMemo(() => ({ lines, attention, add, clear }), [lines, attention, add, clear])
}
