import { lazy, Suspense, useSyncExternalStore } from 'react'

const NativeLinks = lazy(() => import('./native-links.lazy'))

// Whether a page is in the app's shell never changes.
const subscribe = () => () => undefined

/** In the native app's shell it listens for the links that open the app. In a browser it is nothing. */
export function NativeApp() {
  const inShell = useSyncExternalStore(
    subscribe,
    () => 'Capacitor' in window,
    () => false,
  )
  return (
    inShell && (
      <Suspense>
        <NativeLinks />
      </Suspense>
    )
  )
}
