import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { AuthFooter } from '../../features/auth/auth-footer'
import { LoginForm } from '../../features/auth/login-form'
import { SecondFactorForm, type FirstStep } from '../../features/auth/second-factor-form'
import { AccountHead } from '../../ui/account-head'

export default function Login() {
  const [query] = useSearchParams()
  const state = useLocation().state as { next?: unknown } | null
  const next = nextPath(query.get('next') ?? state?.next)
  const notice =
    query.get('registrationSuccess') === 'true'
      ? 'Your account is ready. You can sign in now.'
      : query.get('accountDeleted') === 'true' && 'Your account has been deleted.'
  const [first, setFirst] = useState<FirstStep | null>(null)
  const [expired, setExpired] = useState('')
  if (first) {
    return (
      <>
        <AccountHead title="One more step">Your password was right.</AccountHead>
        <SecondFactorForm
          first={first}
          next={next}
          onCancel={(why = '') => {
            setFirst(null)
            setExpired(why)
          }}
        />
      </>
    )
  }
  return (
    <>
      <AccountHead title="Sign in">Use the e-mail you registered with.</AccountHead>
      <LoginForm next={next} notice={notice} expired={expired} onSecondFactor={setFirst} />
      <AuthFooter question="No account yet?" to="/register" state={{ next }}>
        Register
      </AuthFooter>
    </>
  )
}

/** The path to go to after a sign-in: `wanted` when it is a path of this site, else the front page. */
function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  try {
    const { origin, pathname, search, hash } = new URL(wanted, window.location.origin)
    // A path of two slashes would be read as another host; the sign-in screen, as a sign-in that failed.
    const isOwn = origin === window.location.origin && !/^\/(\/|(login|signin)\/?$)/.test(pathname)
    return isOwn ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}
