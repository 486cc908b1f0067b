import { useLocation } from 'react-router-dom'
import { AccountHead } from '../../ui/account-head'
import { Alert } from '../../ui/alert'
import { LinkButton } from '../../ui/link-button'
import styles from '../../features/auth/form.module.css'

export default function LoginFailed() {
  const state = useLocation().state as { message?: unknown } | null
  const message = typeof state?.message === 'string' ? state.message : ''
  return (
    <>
      <AccountHead title="Sign-in failed">
        The app could not sign you in here. Its link works once, and for two minutes: open the site from the
        app again, or sign in with your password.
      </AccountHead>
      <div className={styles.form}>
        {message && <Alert focusOn={message}>{message}</Alert>}
        <LinkButton to="/signin" variant="primary" wide>
          Sign in
        </LinkButton>
      </div>
    </>
  )
}
