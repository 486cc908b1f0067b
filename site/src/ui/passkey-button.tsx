import { useState } from 'react'
import { isNetworkError } from '../api/api-error'
import { StorageError } from '../api/token-store'
import { PasskeyProblem } from '../lib/webauthn'
import { Alert } from './alert'
import { Button } from './button'
import { firstMessage, networkError, storageMessage } from './form-errors'

interface PasskeyButtonProps {
  /** Asks for a passkey. `form` is the one around the button. */
  onUse: (form: HTMLFormElement | null) => Promise<void>
  /** Takes the focus when it replaces the screen that had it. */
  focused?: boolean
  /** Plain text, as in a SubmitButton. */
  children: string
}

/** A button for signing in with a passkey, with its failure above it. */
export function PasskeyButton({ onUse, focused = false, children }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<object | null>(null)
  const run = async (form: HTMLFormElement | null) => {
    if (pending) return
    setPending(true)
    setFailure(null)
    try {
      await onUse(form)
    } catch (error) {
      setFailure({ error })
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      {failure && <Alert focusOn={failure}>{passkeyFailure((failure as { error: unknown }).error)}</Alert>}
      <Button
        wide
        // eslint-disable-next-line jsx-a11y/no-autofocus -- see `focused`
        autoFocus={focused}
        aria-disabled={pending}
        onClick={(event) => void run(event.currentTarget.form)}
      >
        {pending ? 'Waiting for your passkey...' : children}
      </Button>
    </>
  )
}

/** The reason of the browser or the server. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof PasskeyProblem) return error.message
  if (error instanceof StorageError) return storageMessage(error)
  if (isNetworkError(error)) return networkError
  return firstMessage(error) || 'The passkey could not be checked. Please try again.'
}
