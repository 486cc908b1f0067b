import '../styles/still.css'
import '../styles/tokens-work.css'
import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { RequireStaff } from '../features/auth/guards'
import { registerShareTarget } from '../lib/register-share-target'
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
          <ShareTarget />
          <ConfirmDialogs />
          <Toaster />
        </QueryProvider>
      </RequireStaff>
    </div>
  )
}

/** Pictures can be shared with the site on devices where staff have been. */
function ShareTarget() {
  useEffect(registerShareTarget, [])
  return null
}
