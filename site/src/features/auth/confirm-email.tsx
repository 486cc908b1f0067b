import { useEffect, useState } from 'react'
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

type Outcome = Awaited<ReturnType<typeof confirmEmail>> | { failure: string; again: boolean }

/** Confirms an e-mail address with a mailed link, after a click: mail scanners open links. */
export function ConfirmEmail() {
  const { status } = useAuth()
  const { outcome, pending, send } = useConfirmation()
  const signedIn = status === 'authenticated'

  if (status === 'loading' && outcome === null) return <p role="status">Checking link…</p>
  return (
    <Stack gap="lg">
      {outcome && <Alert {...textOf(outcome)} focusOn={outcome} />}
      {outcome === null || ('again' in outcome && outcome.again) ? (
        <Button variant="primary" wide aria-disabled={pending} onClick={() => pending || void send()}>
          {pending ? 'Confirming...' : outcome ? 'Try again' : 'Confirm address'}
        </Button>
      ) : (
        <LinkButton to={signedIn || 'failure' in outcome ? '/profile' : '/signin'} variant="primary" wide>
          {signedIn || 'failure' in outcome ? 'Go to your profile' : 'Sign in'}
        </LinkButton>
      )}
    </Stack>
  )
}

function textOf(outcome: Outcome) {
  if ('failure' in outcome) return { children: outcome.failure }
  const { email, changed, already } = outcome
  const text = changed
    ? `Your e-mail address is ${email} now. You sign in with it from now on.`
    : already
      ? `Your e-mail address ${email} is already confirmed.`
      : `Your e-mail address ${email} is confirmed. You’re all set.`
  return { success: true, children: text }
}

/** The result of confirming the token in the address's fragment; null before. */
function useConfirmation() {
  const { status, update } = useAuth()
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  const arrived = hash.slice(1)
  const [token, setToken] = useState(arrived)
  const [pending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(arrived === '' ? incomplete : null)
  if (arrived !== '' && arrived !== token) {
    setToken(arrived)
    setOutcome(null)
  }

  // First of all: the token leaves the address bar, and the history with it.
  useEffect(() => {
    if (arrived !== '') void navigate(pathname, { replace: true })
  }, [arrived, navigate, pathname])

  const send = async () => {
    setPending(true)
    setOutcome(null)
    const result = await confirm(token)
    if ('email' in result && status === 'authenticated') {
      const user = await getProfile('checked').catch(() => null)
      if (user) update(user)
    }
    setOutcome(result)
    setPending(false)
  }
  return { outcome, pending, send }
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
