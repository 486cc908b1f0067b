import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { decodeAccess } from '../../api/access-token'
import { loginWithToken } from '../../api/accounts'
import { ApiError } from '../../api/api-error'
import { readTokens, StorageError } from '../../api/token-store'
import type { LoginAnswer } from '../../api/types'
import { logout } from '../../api/users'
import { confirm, ConfirmDialogs } from '../../ui/confirm'
import { storageMessage } from '../../ui/form-errors'
import { isAtAppLogin, takeStoredToken } from './app-token'
import { useAuth } from './use-auth'

/** The screen to open, or the message of a failure, which may be empty. */
type Outcome = { path: string } | { failure: string }

/**
 * Signs in with the one-time token from the app's link and opens the welcome or failure screen. Asks first if another user
 * is signed in: the link may be a stranger's.
 */
export function AppLogin() {
  const { begin, user } = useAuth()
  const navigate = useNavigate()
  const { key } = useLocation()

  const signIn = useEffectEvent(async (token: string): Promise<Outcome> => {
    if (token === '') return { failure: 'No App Token found in URL' }
    try {
      const answer = await loginWithToken(token)
      if (isSomebodyElse(answer) && !(await confirmSwitch(user?.email, answer.user?.email))) {
        if (answer.refresh) await logout(answer.refresh).catch(() => undefined)
        return { path: '/' }
      }
      await begin(answer)
      return { path: '/welcome' }
    } catch (error) {
      return { failure: messageOf(error) }
    }
  })

  useEffect(() => {
    const run = async () => {
      const outcome = await signIn(takeStoredToken())
      // The visitor may have gone to another screen meanwhile.
      if (!isAtAppLogin()) return
      if ('path' in outcome) void navigate(outcome.path, { replace: true })
      else void navigate('/login-failed', { replace: true, state: { message: outcome.failure } })
    }
    const timer = setTimeout(() => void run())
    return () => clearTimeout(timer)
    // Each navigation to this screen is one link.
  }, [key, navigate])

  return <ConfirmDialogs />
}

/** Whether a session of another account than that of `answer` is stored here. */
function isSomebodyElse({ access }: LoginAnswer): boolean {
  const stored = readTokens().access
  const subject = stored === null ? '' : subjectOf(stored)
  return subject !== '' && subject !== subjectOf(access)
}

function subjectOf(access: string): string {
  try {
    return decodeAccess(access).sub
  } catch {
    return ''
  }
}

const confirmSwitch = (present = 'another account', next = 'the account of the link') =>
  confirm(`You are signed in as ${present}. Sign in as ${next} instead?`, {
    action: 'Switch account',
    warning: 'A link from the app asks for this. Cancel if you did not open it there yourself.',
    harmless: true,
  })

function messageOf(error: unknown): string {
  if (error instanceof StorageError) return storageMessage(error)
  if (!(error instanceof ApiError) || error.isNetwork || error.status === 200) return ''
  const answer = `${error.status} ${error.statusText}`.trim()
  return `Token login failed, Try to refresh the browser and retry: ${answer}`
}
