import '../styles/still.css'
import '../styles/tokens-work.css'
import { Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RequireStaff } from '../features/auth/guards'
import { useAuth } from '../features/auth/use-auth'
import { ConfirmDialogs } from '../ui/confirm'
import { Toaster } from '../ui/toast'
import { SkipLink } from './skip-link'
import { StaffNav } from './staff-nav'
import styles from './staff-layout.module.css'
import { TopBar } from './top-bar'

/** The frame of the staff's screens. Whoever is not staff sees none of it but the bar. */
export default function StaffLayout() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <div className={styles.frame}>
        <RequireStaff>
          <StaffArea />
        </RequireStaff>
      </div>
    </>
  )
}

function StaffArea() {
  // Made anew with each sign-in: nobody meets what another person's session has fetched.
  const [client] = useState(
    () =>
      new QueryClient({
        // The client has tried again where that helps; what still fails is told, with a way to ask anew.
        defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 10_000 } },
      }),
  )
  const { status } = useAuth()
  useEffect(() => {
    // What could not be loaded while the API gave no answer is there when it answers again.
    if (status === 'authenticated')
      void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [status, client])
  return (
    <QueryClientProvider client={client}>
      <div className={styles.area}>
        <StaffNav />
        <main id="main" className={styles.main}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <ConfirmDialogs />
      <Toaster />
    </QueryClientProvider>
  )
}
