import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Success } from '../../ui/success'
import styles from './reset-done.module.css'

/** How long the message is shown before the sign-in screen opens, in milliseconds. */
const redirectDelay = 3000

/** The new password is set: says so, and leads to the sign-in screen by itself. */
export function ResetDone({ detail }: { detail: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    // In place of this screen: its address is of no more use.
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
