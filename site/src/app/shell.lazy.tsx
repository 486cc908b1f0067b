import '../styles/app.css'
import { Suspense, useLayoutEffect, type ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { isStaff } from '../api/is-staff'
import { RequireAuth, RequireStaff } from '../features/auth/guards'
import { useAuth } from '../features/auth/use-auth'
import { cx } from '../lib/cx'
import { ConfirmDialogs } from '../ui/confirm'
import { Toaster } from '../ui/toast'
import { QueryProvider } from './query-provider'
import { StaffNav } from './staff-nav'
import styles from './shell.module.css'

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
  const staff = isStaff(useAuth().user)
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
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <ConfirmDialogs />
      <Toaster />
    </QueryProvider>
  )
}
