import { useEffect, useEffectEvent } from 'react'

/** Calls `run` when the visitor goes back or forward, also where that leads to the same screen. */
export function useOnBack(run: () => void): void {
  const onBack = useEffectEvent(run)
  useEffect(() => {
    const listener = () => onBack()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])
}
