import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import type { User } from '../api/types'
import { useAuth } from '../features/auth/use-auth'
import { LinkButton } from '../ui/link-button'
import { Offline } from './offline'
import styles from './user-slot.module.css'

// Most visitors are not signed in and never need it. If it cannot be loaded, the visitor's name is shown.
const UserMenu = lazy(() => import('./user-menu.lazy').catch(() => ({ default: UserName })))

/** The bar's right end: links to sign in, or the visitor's own menu, and whether the API answers. */
export function UserSlot({ guarded }: { guarded: boolean }) {
  const { status, user } = useAuth()
  const { pathname, search, hash } = useLocation()
  // Until the sign-in screen is there, these links take its place: they lead back here, too.
  const state = guarded ? { next: pathname + search + hash } : undefined
  return (
    <div className={styles.slot}>
      {status === 'offline' && <Offline />}
      {status === 'loading' ? (
        <Skeleton />
      ) : user ? (
        <Suspense fallback={<Skeleton />}>
          <UserMenu user={user} />
        </Suspense>
      ) : (
        status === 'unauthenticated' && (
          <>
            <LinkButton to="/login" state={state} variant="quiet">
              Login
            </LinkButton>
            <LinkButton to="/register" state={state} variant="primary">
              Register
            </LinkButton>
          </>
        )
      )}
    </div>
  )
}

const Skeleton = () => <span className={styles.skeleton}>Loading...</span>

const UserName = ({ user }: { user: User }) => <span>{user.first_name || user.email}</span>
