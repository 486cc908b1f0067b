import { useAuth } from '../features/auth/use-auth'
import styles from './session-notice.module.css'

/** Says so while a stored session is being checked. The page below stays readable. */
export function SessionNotice() {
  const { status } = useAuth()
  return status === 'loading' ? (
    <p role="status" className={styles.notice}>
      Loading Application...
    </p>
  ) : null
}
