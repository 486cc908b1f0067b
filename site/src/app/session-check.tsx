import { lazy, Suspense } from 'react'
import { useAuth } from '../features/auth/use-auth'

const SessionNotice = lazy(() => import('./session-notice.lazy').catch(() => ({ default: () => <></> })))

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
