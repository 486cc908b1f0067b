import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { ApiError, isMissing } from '../../api/api-error'
import { openShare, shareAddress } from '../../api/shares'
import { browser } from '../../lib/browser'
import { siteName } from '../../lib/document-data'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { firstMessage, networkError } from '../../ui/form-errors'
import { Stack } from '../../ui/layout'
import { AccountHead } from './account-head'
import { AuthFooter } from './auth-footer'
import { SignIn } from './sign-in'
import { useAuth } from './use-auth'
import { useRegistration } from './use-registration'

/** The owner, as the sentences here call them. */
const owner = () => siteName().split(' ')[0]

const purpose = () => `Sign in to see what ${owner() || 'the owner'} shared with you.`

/** Signs in to open a share. The server has the share's page at the same address, for browsers with its cookie. */
export function OpenShare() {
  const { ref = '' } = useParams()
  const { pathname } = useLocation()
  const { status, check } = useAuth()
  const open = useRegistration()
  if (status === 'unauthenticated')
    return (
      <SignIn about={purpose()} onSignedIn={() => undefined}>
        {open && (
          <AuthFooter question="No account yet?" to="/register" state={{ next: pathname }}>
            Register
          </AuthFooter>
        )}
      </SignIn>
    )
  if (status === 'authenticated') return <Opening key={ref} share={ref} />
  return (
    <>
      <AccountHead title="Sign in">{purpose()}</AccountHead>
      {status === 'loading' ? (
        <p role="status">Loading Authentication...</p>
      ) : (
        <Failure text={networkError} retry={() => void check()} />
      )}
    </>
  )
}

/** Has the browser get the cookie that opens the share, and loads its page. */
function Opening({ share }: { share: string }) {
  const { user, logout } = useAuth()
  const { pathname, ...location } = useLocation()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<unknown>()
  // The server answers with this screen again if the cookie did not reach it.
  const isSecond = (location.state as { opened?: unknown } | null)?.opened === true

  const load = async (state: { opened: true } | null) => {
    await navigate(pathname, { replace: true, state })
    // A reload keeps the state.
    if (shareAddress(share) === pathname) browser.reload()
    else browser.goTo(shareAddress(share))
  }
  /** Resolves to what kept the page from loading. */
  const open = useEffectEvent(async (): Promise<unknown> => {
    const error: unknown = await openShare(share).catch((error: unknown) => error)
    if (isSecond || (error !== undefined && !isMissing(error))) return error ?? new Error('No cookie')
    await load({ opened: true })
    return undefined
  })
  useEffect(() => void open().then(setFailure), [])

  if (failure === undefined)
    return (
      <AccountHead title="Opening">
        <span role="status">Checking link…</span>
      </AccountHead>
    )
  if (isMissing(failure))
    return (
      <AccountHead title="This link has ended.">
        It ran out or was revoked. Ask {owner() || 'the owner'} for a new one.
      </AccountHead>
    )
  const isRefused = failure instanceof ApiError && failure.status === 403
  return (
    <>
      <AccountHead title="Sign in">You are signed in as {user?.email}.</AccountHead>
      {isRefused ? (
        <Stack gap="lg">
          <Alert focusOn={failure}>{firstMessage(failure)}</Alert>
          <Button wide onClick={() => void logout()}>
            Sign out
          </Button>
        </Stack>
      ) : (
        <Failure
          text={
            failure instanceof ApiError
              ? firstMessage(failure) || networkError
              : 'Your browser doesn’t let this site store cookies. Allow them for this site, then try again.'
          }
          retry={() => void load(null)}
        />
      )}
    </>
  )
}

const Failure = ({ text, retry }: { text: string; retry: () => void }) => (
  <Stack gap="lg">
    <Alert focusOn={text}>{text}</Alert>
    <Button variant="primary" wide onClick={retry}>
      Try again
    </Button>
  </Stack>
)
