import '../styles/app.css'
import { lazy, Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation } from 'react-router-dom'
import { isStaff } from '../api/is-staff'
import { queryKeys } from '../api/query-keys'
import { RequireAuth, RequireStaff } from '../features/auth/guards'
import { Reauthentication } from '../features/auth/reauthentication'
import { useAuth } from '../features/auth/use-auth'
import { cx } from '../lib/cx'
import { useStore } from '../lib/hooks'
import { sharing } from '../lib/sharing'
import { ConfirmDialogs } from '../ui/confirm'
import { Toaster } from '../ui/toast'
import { LiveNote } from './live-note'
import { StaffNav } from './staff-nav'
import styles from './shell.module.css'

// Screens work without it.
const Uploads = lazy(() =>
  import('../features/photos/upload/uploads').catch(() => ({ default: () => <></> })),
)

const ShareDialog = lazy(() => import('../features/shares/share-dialog'))

/** The frame of the staff screens; other users see only the bar. */
export const StaffShell = () => (
  <div className={styles.frame}>
    <RequireStaff>
      <Area />
    </RequireStaff>
  </div>
)

/** The frame of screens for all users; only staff see the navigation. */
export const UserShell = () => (
  <div className={styles.frame}>
    <RequireAuth>
      <Area />
    </RequireAuth>
  </div>
)

function Area(): ReactNode {
  const { user } = useAuth()
  const staff = isStaff(user)
  useLayoutEffect(() => {
    const header = document.querySelector('site-header')
    header?.toggleAttribute('data-wide', staff)
    return () => header?.removeAttribute('data-wide')
  }, [staff])
  return (
    <QueryProvider>
      <div className={cx(staff && styles.area)}>
        {staff && <StaffNav />}
        <main id="main" className={styles.main}>
          {staff && (
            <Suspense>
              <Uploads user={user?.id ?? 0} className={styles.uploads} />
            </Suspense>
          )}
          <Reauthentication>
            <Suspense>
              <Outlet />
            </Suspense>
          </Reauthentication>
          {staff && <LiveNote />}
        </main>
      </div>
      {staff && <Sharing />}
      <ConfirmDialogs />
      <Toaster />
    </QueryProvider>
  )
}

/** The dialog of `share`. Another screen closes it. */
function Sharing() {
  const { pathname } = useLocation()
  const what = useStore(sharing)
  const close = () => sharing.set(null)
  useEffect(() => close, [pathname])
  return (
    what && (
      <Suspense>
        <ShareDialog what={what} onClose={close} />
      </Suspense>
    )
  )
}

/** One query cache per sign-in, so that no session sees another's data. */
function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    const client = new QueryClient({
      // Any write may change the pages.
      mutationCache: new MutationCache({
        onSuccess: () => void client.invalidateQueries({ queryKey: queryKeys.publishing }),
      }),
      defaultOptions: {
        // `api/client` already retries if that helps.
        queries: { retry: false, networkMode: 'always', staleTime: 10_000 },
        // Writes fail at once without a network, instead of waiting.
        mutations: { networkMode: 'always' },
      },
    })
    return client
  })
  const { status } = useAuth()
  useEffect(() => {
    // Fetches again what failed during an outage.
    if (status === 'authenticated')
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [status, client])
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
