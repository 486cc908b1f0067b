import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Success } from '../../ui/success'
import styles from './reset-done.module.css'

/** Milliseconds until the sign-in screen follows. */
const redirectDelay = 3000

/** Says that the new password is set, and goes to the sign-in screen by itself. */
export function ResetDone({ detail }: { detail: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    // Replaces this screen in the history: its link works no more.
    const timer = setTimeout(() => void navigate('/signin', { replace: true }), redirectDelay)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <>
      <Success focusOn={detail}>{`${detail} Redirecting to sign in...`}</Success>
      <div className={styles.track} aria-hidden="true">
        <div className={styles.bar} />
      </div>
      <Link to="/signin" replace className={styles.link}>
        Sign in now
      </Link>
    </>
  )
}
