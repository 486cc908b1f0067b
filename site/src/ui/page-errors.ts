import { useCallback, useMemo, useState } from 'react'
import type { PageError } from './form-errors'

export interface PageErrors {
  entries: readonly PageError[]
  /** Changes when the banner should take the focus. */
  focusOn: object | undefined
  /** Appends an entry. `urgent` ones ended an action of the visitor, so the focus moves to the banner. */
  add: (error: PageError, options?: { urgent?: boolean }) => void
  clear: () => void
}

/** The state of a page's error banner: entries are added until the next action clears them. */
export function usePageErrors(): PageErrors {
  const [entries, setEntries] = useState<readonly PageError[]>([])
  const [focusOn, setFocusOn] = useState<object>()
  const add = useCallback<PageErrors['add']>((error, { urgent = false } = {}) => {
    setEntries((earlier) => [...earlier, error])
    if (urgent) setFocusOn({})
  }, [])
  const clear = useCallback(() => setEntries([]), [])
  return useMemo(() => ({ entries, focusOn, add, clear }), [entries, focusOn, add, clear])
}
