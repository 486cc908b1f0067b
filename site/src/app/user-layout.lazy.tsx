import '../styles/tokens-work.css'
import { Outlet } from 'react-router-dom'
import { RequireAuth } from '../features/auth/guards'
import { QueryProvider } from './query-provider'
import styles from './user-layout.module.css'

/** The frame of the screens that are for whoever is signed in. */
export default function UserLayout() {
  return (
    <div className={styles.frame}>
      <RequireAuth>
        <QueryProvider>
          <main id="main" className={styles.main}>
            <Outlet />
          </main>
        </QueryProvider>
      </RequireAuth>
    </div>
  )
}
