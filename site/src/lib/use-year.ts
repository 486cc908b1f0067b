import { useSyncExternalStore } from 'react'

/** Written into the bundle by the build. */
declare const __BUILD_YEAR__: number

// A year lasts longer than a visit.
const subscribe = () => () => undefined

/** This year. A prerendered page starts out with the year of its build. */
export const useYear = (): number =>
  useSyncExternalStore(
    subscribe,
    () => new Date().getFullYear(),
    () => __BUILD_YEAR__,
  )
