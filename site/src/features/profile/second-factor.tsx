import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { beginAuthenticator, getFactors, removeAuthenticator, renewRecoveryCodes } from '../../api/factors'
import { queryKeys } from '../../api/query-keys'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Outcome } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { Skeleton } from '../../ui/skeleton'
import { AuthenticatorForm } from './authenticator-form'
import { withFreshProof } from './fresh-proof'
import { RecoveryCodes } from './recovery-codes'
import { Section } from './section'
import styles from './profile.module.css'

/** Sets up an authenticator app, whose codes a sign-in then asks for, and removes it. */
export function SecondFactor() {
  const client = useQueryClient()
  const { data, isError } = useQuery({ queryKey: queryKeys.factors, queryFn: getFactors })
  const [codes, setCodes] = useState<string[]>([])
  const changed = () => client.invalidateQueries({ queryKey: queryKeys.factors })
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
    mutation.mutate()
  }

  return (
    <Section title="Second factor">
      <div className={styles.parts}>
        <Outcome
          success={remove.isSuccess && 'The authenticator app is removed. Your password alone signs you in.'}
          message={failed && formErrors(failed.error, 'That did not work. Please try again.').message}
          focusOn={failed ? failed.error : remove.isSuccess}
        />
        {isError && <Alert>Your second factor could not be looked up. Load the page again.</Alert>}
        {!data && !isError && <Skeleton rows={2} />}
        {codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
        {data?.totp === false && !begin.data && (
          <>
            {data.required && (
              <p>The owner of this site asks staff for a second factor before they can go on.</p>
            )}
            <p>
              A code from an app on your phone, beside your password. Who knows your password cannot sign in
              then.
            </p>
            <Button
              variant={data.required ? 'primary' : 'outline'}
              aria-disabled={pending}
              onClick={() => start(begin)}
            >
              Set Up an Authenticator App
            </Button>
          </>
        )}
        {data?.totp === false && begin.data && (
          <AuthenticatorForm
            setup={begin.data}
            onDone={(made) => {
              setCodes(made)
              begin.reset()
              void changed()
            }}
          />
        )}
        {data?.totp && codes.length === 0 && (
          <>
            <p>
              An authenticator app is set up. {leftOf(data.recovery_codes)} for the day on which you lose your
              phone.
            </p>
            <Button aria-disabled={pending} onClick={() => start(renew)}>
              Make New Recovery Codes
            </Button>
            <Button variant="danger" aria-disabled={pending} onClick={() => start(remove)}>
              Remove the Authenticator App
            </Button>
          </>
        )}
      </div>
    </Section>
  )
}

const leftOf = (codes: number) =>
  codes === 1 ? 'One recovery code is left' : `${codes} recovery codes are left`
