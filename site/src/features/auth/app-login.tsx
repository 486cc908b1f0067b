import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ApiError } from '../../api/api-error'
import { loginWithToken } from '../../api/app-token'
import { isAtAppLogin, takeStoredToken } from './app-token'
import { useAuth, type Auth } from './use-auth'

/** Signs in by the one-time token with which the app opened the site, and goes where that leads. */
export function AppLogin() {
  const { begin } = useAuth()
  const navigate = useNavigate()
  const { key } = useLocation()
  const begun = useRef('')

  useEffect(() => {
    // Each arrival at this screen is one link; an effect may run twice for it.
    if (begun.current === key) return
    begun.current = key
    void signIn(takeStoredToken(), begin).then((failure) => {
      // Whoever has left meanwhile is where they want to be.
      if (!isAtAppLogin()) return
      if (failure === null) void navigate('/welcome', { replace: true })
      else void navigate('/login-failed', { replace: true, state: { message: failure } })
    })
  }, [key, begin, navigate])

  return null
}

/** The message for a sign-in with `token` that failed, which may be empty; null when it did not fail. */
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
