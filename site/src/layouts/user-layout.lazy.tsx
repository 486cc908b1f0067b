import '../styles/tokens-work.css'
import { Outlet } from 'react-router-dom'
import { RequireAuth } from '../features/auth/guards'
import { QueryProvider } from './query-provider'
import { SkipLink } from './skip-link'
import { TopBar } from './top-bar'
import styles from './user-layout.module.css'

/** The frame of the screens that are for whoever is signed in. */
export default function UserLayout() {
  return (
    <>
      <SkipLink />
      <TopBar />
      <div className={styles.frame}>
        <RequireAuth>
          <QueryProvider>
            <main id="main" className={styles.main}>
              <Outlet />
            </main>
          </QueryProvider>
        </RequireAuth>
      </div>
    </>
  )
}
