import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False in a prerendered page and while the browser takes it over, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
