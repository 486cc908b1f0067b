import { useEffect, useState } from 'react'
import { hasTabLocks } from '../../lib/tab-lock'

/** Milliseconds after which another window must have the lock: a page that reloads gets it back before. */
const patience = 500

/**
 * Whether this window may edit: one at a time may, of those of a browser and a user. The other ones wait until it is
 * closed, or take over.
 */
export function useEditLock(user: number) {
  const [state, setState] = useState<'waiting' | 'here' | 'elsewhere'>(hasTabLocks() ? 'waiting' : 'here')
  const [takesOver, setTakesOver] = useState(0)
  useEffect(() => {
    if (!hasTabLocks()) return undefined
    const waiting = new AbortController()
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const timer = setTimeout(() => setState('elsewhere'), patience)
    const options = takesOver > 0 ? { steal: true } : { signal: waiting.signal }
    const hold = () => {
      clearTimeout(timer)
      setState('here')
      return released
    }
    // It fails once another window takes over, or when the screen is left before it is granted.
    navigator.locks.request(`content of ${user}`, options, hold).catch(() => {
      if (!waiting.signal.aborted) setState('elsewhere')
    })
    return () => {
      clearTimeout(timer)
      waiting.abort()
      release()
    }
  }, [user, takesOver])
  return { state, takeOver: () => setTakesOver(takesOver + 1) }
}
