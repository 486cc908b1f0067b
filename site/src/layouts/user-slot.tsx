import { useAuth } from '../features/auth/use-auth'
import { LinkButton } from '../ui/link-button'
import { UserMenu } from './user-menu'
import styles from './user-slot.module.css'

/** The bar's right end: a stranger's way in, or the visitor's own menu. */
export function UserSlot() {
  const { status, user } = useAuth()
  return (
    <div className={styles.slot}>
      {status === 'loading' ? (
        <span className={styles.skeleton}>Loading...</span>
      ) : user ? (
        <UserMenu user={user} />
      ) : (
        <LinkButton to="/login" variant="quiet">
          Login
        </LinkButton>
      )}
    </div>
  )
}
