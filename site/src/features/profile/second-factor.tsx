import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { beginAuthenticator, removeAuthenticator, renewRecoveryCodes } from '../../api/factors'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Outcome } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { Skeleton } from '../../ui/skeleton'
import { AuthenticatorForm } from './authenticator-form'
import { withFreshProof } from './fresh-proof'
import { RecoveryCodes } from './recovery-codes'
import { Section } from './section'
import { useFactors } from './use-factors'
import styles from './profile.module.css'

/** Sets up an authenticator app, whose codes a sign-in then asks for, and removes it; and makes new recovery codes. */
export function SecondFactor() {
  const { data, isError, changed } = useFactors()
  const [codes, setCodes] = useState<string[]>([])
  const [saved, setSaved] = useState(false)
  // Secrets are not cached.
  const begin = useMutation({ mutationFn: () => withFreshProof(beginAuthenticator), gcTime: 0 })
  const renew = useMutation({
    mutationFn: async () => setCodes(await withFreshProof(renewRecoveryCodes)),
    onSuccess: changed,
    gcTime: 0,
  })
  const remove = useMutation({ mutationFn: () => withFreshProof(removeAuthenticator), onSuccess: changed })
  const failed = [begin, renew, remove].find((mutation) => mutation.isError)
  const pending = [begin, renew, remove].some((mutation) => mutation.isPending)
  const start = (mutation: { mutate: () => void }) => {
    if (pending) return
    for (const other of [begin, renew, remove]) other.reset()
    setCodes([])
    setSaved(false)
    mutation.mutate()
  }

  const missing = data?.required && data.passkeys.length === 0
  return (
    <Section title="Second factor">
      <div className={styles.parts}>
        <Outcome
          success={
            remove.isSuccess
              ? `The authenticator app is removed. ${data?.passkeys.length ? '' : 'Your password alone signs you in.'}`
              : saved && 'Your next sign-in asks for a code.'
          }
          message={failed && formErrors(failed.error, 'That did not work. Please try again.').message}
          focusOn={failed ? failed.error : remove.isSuccess || saved}
        />
        {isError && <Alert>Your second factor could not be looked up. Load the page again.</Alert>}
        {!data && !isError && <Skeleton rows={2} />}
        {codes.length > 0 && (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes([])
              setSaved(true)
            }}
          />
        )}
        {data?.totp === false && codes.length === 0 && (
          <>
            {begin.data ? (
              <AuthenticatorForm
                setup={begin.data}
                onDone={(made) => {
                  setCodes(made)
                  setSaved(made.length === 0)
                  begin.reset()
                  void changed()
                }}
              />
            ) : (
              <>
                {missing && (
                  <Alert focusOn={missing}>
                    The owner of this site asks staff for a second factor before they can go on.
                  </Alert>
                )}
                <p>
                  A sign-in can ask for a code from an app on your phone, beside your password. Whoever learns
                  your password cannot sign in then. Setting it up signs your other devices out.
                </p>
              </>
            )}
            <Button
              variant={missing && !begin.data ? 'primary' : 'outline'}
              aria-disabled={pending}
              onClick={() => (begin.data ? begin.reset() : start(begin))}
            >
              {begin.data ? 'Cancel' : 'Set Up an Authenticator App'}
            </Button>
          </>
        )}
        {data && (data.totp || data.passkeys.length > 0) && codes.length === 0 && !begin.data && (
          <>
            <p>
              {data.totp && 'An authenticator app is set up. '}
              {leftOf(data.recovery_codes)} for the day on which you lose your phone.
            </p>
            <Button aria-disabled={pending} onClick={() => start(renew)}>
              Make New Recovery Codes
            </Button>
            {data.totp && (
              <Button variant="danger" aria-disabled={pending} onClick={() => start(remove)}>
                Remove the Authenticator App
              </Button>
            )}
          </>
        )}
      </div>
    </Section>
  )
}

const leftOf = (codes: number) =>
  codes === 1 ? 'One recovery code is left' : `${codes} recovery codes are left`
