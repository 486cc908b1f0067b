import { useEffect, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { isStaff } from '../../api/is-staff'
import { LoadingAuthentication, NoAuthentication } from '../../ui/access-card'
import { useAuth } from './use-auth'

/** Shows its children to signed-in visitors; sends others to the sign-in screen, which comes back here. */
export function RequireAuth({ children }: { children: ReactNode }) {
  const { status, user, check } = useAuth()
  const { pathname, search, hash } = useLocation()
  if (status === 'loading') return <LoadingAuthentication />
  if (status === 'offline' && user === null) return <NoAuthentication onRetry={check} />
  if (status === 'unauthenticated') {
    return <Navigate to="/signin" replace state={{ next: pathname + search + hash }} />
  }
  return children
}

/** Shows its children to staff; sends signed-in others to the front page. */
export function RequireStaff({ children }: { children: ReactNode }) {
  return (
    <RequireAuth>
      <StaffOnly>{children}</StaffOnly>
    </RequireAuth>
  )
}

function StaffOnly({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const denied = !isStaff(user)
  useEffect(() => {
    if (denied) console.warn('Access Denied: User is not a superuser.')
  }, [denied])
  return denied ? <Navigate to="/" replace /> : children
}
