import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { confirmEmail } from '../../api/accounts'
import type { ApiError } from '../../api/api-error'
import { getProfile } from '../../api/users'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { firstMessage, networkError } from '../../ui/form-errors'
import { LinkButton } from '../../ui/link'
import { Stack } from '../../ui/layout'
import { useAuth } from './use-auth'

type Outcome = { email: string; changed: boolean } | { failure: string; again: boolean }

/** Confirms an e-mail address with the link from the mail and shows the result. */
export function ConfirmEmail() {
  const { status } = useAuth()
  const { outcome, retry } = useConfirmation()
  const signedIn = status === 'authenticated'

  if (outcome === null) return <p role="status">Checking link…</p>
  return (
    <Stack gap="lg">
      {'email' in outcome ? (
        <Alert success focusOn={outcome}>
          {outcome.changed
            ? `Your e-mail address is ${outcome.email} now. You sign in with it from now on.`
            : `Your e-mail address ${outcome.email} is confirmed. You can use everything that the site has for you.`}
        </Alert>
      ) : (
        <Alert focusOn={outcome}>{outcome.failure}</Alert>
      )}
      {'again' in outcome && outcome.again ? (
        <Button variant="primary" wide onClick={retry}>
          Try again
        </Button>
      ) : (
        <LinkButton to={signedIn || 'failure' in outcome ? '/profile' : '/signin'} variant="primary" wide>
          {signedIn || 'failure' in outcome ? 'Go to your profile' : 'Sign in'}
        </LinkButton>
      )}
    </Stack>
  )
}

/** The result of confirming the token in the address's fragment; null while it is being checked. */
function useConfirmation() {
  const { status, update } = useAuth()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const arrived = hash.slice(1)
  const [token, setToken] = useState(arrived)
  const [outcome, setOutcome] = useState<Outcome | null>(arrived === '' ? incomplete : null)
  if (arrived !== '' && arrived !== token) {
    setToken(arrived)
    setOutcome(null)
  }

  // First of all: the token leaves the address bar, and the history with it.
  useEffect(() => {
    if (arrived !== '') void navigate(pathname, { replace: true })
  }, [arrived, navigate, pathname])

  // The session is known by then: a check under way would bring the previous address back.
  const due = outcome === null && status !== 'loading'
  const show = useEffectEvent(async (result: Outcome) => {
    if ('email' in result && status === 'authenticated') {
      const user = await getProfile('checked').catch(() => null)
      if (user) update(user)
    }
    setOutcome(result)
  })
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => void confirm(token).then(show))
    return () => clearTimeout(timer)
  }, [due, token])

  return { outcome, retry: () => setOutcome(null) }
}

const incomplete: Outcome = {
  failure:
    'This page needs the whole link from the mail. Open it there, or ask for another one on your profile.',
  again: false,
}

async function confirm(token: string): Promise<Outcome> {
  try {
    return await confirmEmail(token)
  } catch (error) {
    const { status } = error as ApiError
    // Of any other failure nothing is known about the link, which may still be good.
    return { failure: firstMessage(error) || networkError, again: status !== 400 && status !== 409 }
  }
}
