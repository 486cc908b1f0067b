import { useEffect, useState } from 'react'
import { hasTabLocks } from '../../lib/tab-lock'

/** Milliseconds after which another window must have the lock: a page that reloads gets it back before. */
const patience = 500

/**
 * Whether this window may edit: one at a time may, of those of a browser and a user. The other ones wait until it is
 * closed, or take over. Without locks all may.
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
    const request = (options: LockOptions) => {
      let granted = false
      const hold = () => {
        granted = true
        clearTimeout(timer)
        setState('here')
        return released
      }
      // It fails once another window takes over, when the screen is left before it is granted, or if the browser
      // refuses locks.
      navigator.locks.request(`content of ${user}`, options, hold).catch(() => {
        clearTimeout(timer)
        if (waiting.signal.aborted) return
        setState(granted ? 'elsewhere' : 'here')
        if (granted) request({ signal: waiting.signal })
      })
    }
    request(takesOver > 0 ? { steal: true } : { signal: waiting.signal })
    return () => {
      clearTimeout(timer)
      waiting.abort()
      release()
    }
  }, [user, takesOver])
  return { state, takeOver: () => setTakesOver(takesOver + 1) }
}
