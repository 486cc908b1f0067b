import { lazy, Suspense } from 'react'
import { useAuth } from '../features/auth/use-auth'

const SessionNotice = lazy(() => import('./session-notice.lazy').catch(() => ({ default: () => <></> })))

/** Shows a notice while a stored session is being checked. */
export function SessionCheck() {
  const { status } = useAuth()
  return (
    status === 'loading' && (
      <Suspense>
        <SessionNotice />
      </Suspense>
    )
  )
}
