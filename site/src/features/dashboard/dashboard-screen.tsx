import { useAuth } from '../auth/use-auth'
import { AccessDenied, LoadingAuthentication } from '../../ui/access-card'
import { useThemedAddress } from '../../lib/use-themed-address'
import { LoadFailure } from '../../ui/load-failure'
import { PageHead } from '../../ui/page-head'
import { Cards } from './cards'
import styles from './dashboard-screen.module.css'
import { FrontPageStrip } from './front-page-strip'
import { AtAGlance } from './at-a-glance'
import { Publishing } from './publishing'
import { useFigures } from './queries'
import type { User } from '../../api/types'

/** The first screen of staff: links, figures, publishing. Nothing is fetched for anybody else. */
export function DashboardScreen() {
  const { status, user } = useAuth()
  if (status === 'loading') return <LoadingAuthentication />
  if (user?.is_staff !== true) {
    return <AccessDenied>You do not have permission to view this page.</AccessDenied>
  }
  return <Dashboard user={user} />
}

function Dashboard({ user }: { user: User }) {
  const { data: figures, isError, refetch } = useFigures()
  const backend = useThemedAddress(user.backend_admin_url)
  return (
    <>
      <PageHead title={`Welcome back, ${user.first_name || user.email}`}>
        What stands behind the public pages, and where to change it.
      </PageHead>
      <div className={styles.regions}>
        {isError && (
          <LoadFailure onRetry={() => void refetch()}>Failed to count documents and photos.</LoadFailure>
        )}
        <Cards figures={figures} failed={isError} backend={backend} />
        {figures && <AtAGlance figures={figures} />}
        <FrontPageStrip />
        <Publishing />
      </div>
    </>
  )
}
