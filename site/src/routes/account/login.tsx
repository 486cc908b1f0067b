import { useLocation, useSearchParams } from 'react-router-dom'
import { LoginForm } from '../../features/auth/login-form'
import { nextPath } from '../../features/auth/next-path'
import { AccountHead } from '../../layouts/account-head'

export default function Login() {
  const [query] = useSearchParams()
  const state = useLocation().state as { next?: unknown } | null
  return (
    <>
      <AccountHead title="Sign in">Use the e-mail you registered with.</AccountHead>
      <LoginForm next={nextPath(query.get('next') ?? state?.next)} />
    </>
  )
}
