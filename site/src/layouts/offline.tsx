import { useTransition } from 'react'
import { useAuth } from '../features/auth/use-auth'
import { Button } from '../ui/button'
import { PathIcon } from '../ui/path-icon'

/** Shows that the API did not answer the session check, with a button that checks again. */
export function Offline() {
  const { check } = useAuth()
  const [pending, start] = useTransition()
  return (
    <>
      <p role="status">{pending ? 'Loading...' : 'Offline'}</p>
      <Button variant="quiet" aria-label="Try again" aria-disabled={pending} onClick={() => start(check)}>
        <span>Try again</span>
        <PathIcon small d="M20 11a8.1 8.1 0 0 0-15.5-2m-.5-4v4h4m-4 4a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4" />
      </Button>
    </>
  )
}
