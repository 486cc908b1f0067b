import { useLocation, useSearchParams } from 'react-router-dom'
import { AuthFooter } from '../../features/auth/auth-footer'
import { LoginForm } from '../../features/auth/login-form'
import { nextPath } from '../../features/auth/next-path'
import { AccountHead } from '../../layouts/account-head'

export default function Login() {
  const [query] = useSearchParams()
  const state = useLocation().state as { next?: unknown } | null
  const next = nextPath(query.get('next') ?? state?.next)
  const news =
    query.get('registrationSuccess') === 'true'
      ? 'Your account is ready. You can sign in now.'
      : query.get('accountDeleted') === 'true' && 'Your account has been deleted.'
  return (
    <>
      <AccountHead title="Sign in">Use the e-mail you registered with.</AccountHead>
      <LoginForm next={next} news={news} />
      <AuthFooter question="No account yet?" to="/register" state={{ next }}>
        Register
      </AuthFooter>
    </>
  )
}
