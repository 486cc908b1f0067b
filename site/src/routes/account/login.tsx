import { useLocation, useSearchParams } from 'react-router-dom'
import { Elsewhere } from '../../features/auth/elsewhere'
import { LoginForm } from '../../features/auth/login-form'
import { nextPath } from '../../features/auth/next-path'
import { AccountHead } from '../../layouts/account-head'

export default function Login() {
  const [query] = useSearchParams()
  const state = useLocation().state as { next?: unknown } | null
  const next = nextPath(query.get('next') ?? state?.next)
  const registered = query.get('registrationSuccess') === 'true'
  return (
    <>
      <AccountHead title="Sign in">Use the e-mail you registered with.</AccountHead>
      <LoginForm next={next} news={registered && 'Your account is ready. You can sign in now.'} />
      <Elsewhere question="No account yet?" to="/register" state={{ next }}>
        Register
      </Elsewhere>
    </>
  )
}
