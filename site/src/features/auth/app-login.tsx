import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../../api/api-error'
import { loginWithToken } from '../../api/app-token'
import { isAtAppLogin, takeStoredToken } from './app-token'
import { useAuth, type Auth } from './use-auth'

/** Signs in by the one-time token with which the app opened the site, and goes to the welcome or failure screen. */
export function AppLogin() {
  const { begin } = useAuth()
  const navigate = useNavigate()
  const { key } = useLocation()
  const begun = useRef('')

  useEffect(() => {
    // Each navigation to this screen is one link; its effect may run twice.
    if (begun.current === key) return
    begun.current = key
    void signIn(takeStoredToken(), begin).then((failure) => {
      // The visitor may have gone to another screen meanwhile.
      if (!isAtAppLogin()) return
      if (failure === null) void navigate('/welcome', { replace: true })
      else void navigate('/login-failed', { replace: true, state: { message: failure } })
    })
  }, [key, begin, navigate])

  return null
}

/** Signs in by `token`. Answers null, or the message of the failure, which may be empty. */
async function signIn(token: string, begin: Auth['begin']): Promise<string | null> {
  if (token === '') return 'No App Token found in URL'
  try {
    await begin(await loginWithToken(token))
    return null
  } catch (error) {
    if (!(error instanceof ApiError) || error.isNetwork || error.status === 200) return ''
    const answer = `${error.status} ${error.statusText}`.trim()
    return `Token login failed, Try to refresh the browser and retry: ${answer}`
  }
}
