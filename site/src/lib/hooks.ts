import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Store } from './store'
import { currentTheme, subscribeTheme, type Theme } from './theme'

/** Returns the store's value, and renders again after each change. */
export const useStore = <Value>({ subscribe, getSnapshot }: Omit<Store<Value>, 'set'>): Value =>
  useSyncExternalStore(subscribe, getSnapshot)

/** Returns the current theme. Prerendered pages start out light. */
export const useTheme = (): Theme =>
  useSyncExternalStore(subscribeTheme, currentTheme, () => 'light' as const)

/** Reports whether the window matches `query`, and follows changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Calls `run` once `value` has not changed for `delay` milliseconds; never while `delay` is null. */
export function useAfterPause<Value>(
  value: Value,
  run: (value: Value) => void,
  delay: number | null = 250,
): void {
  const onPause = useEffectEvent(run)
  useEffect(() => {
    if (delay === null) return undefined
    const timer = setTimeout(() => onPause(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
}

/** Returns `value` once it has not changed for a moment, to avoid a request for each letter. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useAfterPause(value, setSettled)
  return settled
}

/** While `active`, the browser asks before closing the page. */
export function useWarningBeforeLeaving(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
