import '../styles/still.css'
import '../styles/tokens-work.css'
import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { RequireStaff } from '../features/auth/guards'
import { ConfirmDialogs } from '../ui/confirm'
import { Toaster } from '../ui/toast'
import { QueryProvider } from './query-provider'
import { StaffNav } from './staff-nav'
import styles from './staff-layout.module.css'

/** The frame of the staff's screens. Whoever is not staff sees none of it but the bar. */
export default function StaffLayout() {
  return (
    <div className={styles.frame}>
      <RequireStaff>
        <QueryProvider>
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
        </QueryProvider>
      </RequireStaff>
    </div>
  )
}
