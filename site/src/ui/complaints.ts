import { useCallback, useMemo, useState } from 'react'

/** One line of the error banner; `reason` is what the server said. */
export interface Complaint {
  text: string
  reason?: string
}

export interface Complaints {
  lines: readonly Complaint[]
  /** Changes when the banner should take the focus. */
  attention: object | undefined
  /** Appends a line. `urgent` ones stop what the visitor asked for, so the focus goes to the banner. */
  add: (line: Complaint, options?: { urgent?: boolean }) => void
  clear: () => void
}

/** What the error banner says: lines gather until the next action clears them. */
export function useComplaints(): Complaints {
  const [lines, setLines] = useState<readonly Complaint[]>([])
  const [attention, setAttention] = useState<object>()
  const add = useCallback<Complaints['add']>((line, { urgent = false } = {}) => {
    setLines((earlier) => [...earlier, line])
    if (urgent) setAttention({})
  }, [])
  const clear = useCallback(() => setLines([]), [])
  return useMemo(() => ({ lines, attention, add, clear }), [lines, attention, add, clear])
}
