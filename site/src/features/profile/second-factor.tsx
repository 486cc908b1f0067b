import { useState, useLayoutEffect, useRef } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  beginAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  confirmAuthenticator,
  getFactors,
} from '../../api/factors'
import type { AuthenticatorSetup, Factors } from '../../api/types'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Outcome, formTexts, SubmitButton, ActionForm } from '../../ui/form'
import { formErrors, requireFields } from '../../ui/form-errors'
import { Skeleton } from '../../ui/progress'
import { useReauthentication } from '../../lib/reauthentication'
import { RecoveryCodes, CopyButton } from './recovery-codes'
import { CardBody, SettingsRow } from '../../ui/section'
import styles from './profile.module.css'
import { TextField } from '../../ui/field'
import { Row, Stack } from '../../ui/layout'
import { queryKeys } from '../../api/query-keys'

/** Sets up an authenticator app, whose codes a sign-in then asks for, and removes it; and makes new recovery codes. */
export function SecondFactor() {
  const withReauthentication = useReauthentication()
  const { data, isError, changed } = useFactors()
  const [codes, setCodes] = useState<string[]>([])
  const [saved, setSaved] = useState(false)
  // Secrets are not cached.
  const begin = useMutation({ mutationFn: () => withReauthentication(beginAuthenticator), gcTime: 0 })
  const renew = useMutation({
    mutationFn: async () => setCodes((await withReauthentication(renewRecoveryCodes)).recovery_codes),
    onSuccess: changed,
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => withReauthentication(removeAuthenticator),
    onSuccess: changed,
  })
  const failed = [begin, renew, remove].find((mutation) => mutation.isError)
  const pending = [begin, renew, remove].some((mutation) => mutation.isPending)
  const start = (mutation: { mutate: () => void }) => {
    if (pending) return
    for (const other of [begin, renew, remove]) other.reset()
    setCodes([])
    setSaved(false)
    mutation.mutate()
  }

  return (
    <SettingsRow title="Second factor" about="Protects you if your password leaks.">
      <CardBody>
        <Stack className={styles.parts}>
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
            <SetUp
              setup={begin.data}
              demanded={data.required && data.passkeys.length === 0}
              pending={pending}
              onBegin={() => start(begin)}
              onCancel={() => begin.reset()}
              onDone={(made) => {
                setCodes(made)
                setSaved(made.length === 0)
                begin.reset()
                void changed()
              }}
            />
          )}
          {data && (data.totp || data.passkeys.length > 0) && codes.length === 0 && !begin.data && (
            <InUse
              factors={data}
              pending={pending}
              onRenew={() => start(renew)}
              onRemove={() => start(remove)}
            />
          )}
        </Stack>
      </CardBody>
    </SettingsRow>
  )
}

interface SetUpProps {
  /** The secret of the app that is being set up. */
  setup: AuthenticatorSetup | undefined
  /** Whether the owner of the site asks for a second factor and there is none. */
  demanded: boolean
  pending: boolean
  onBegin: () => void
  onCancel: () => void
  onDone: (recoveryCodes: string[]) => void
}

function SetUp({ setup, demanded, pending, onBegin, onCancel, onDone }: SetUpProps) {
  return (
    <>
      {setup ? (
        <AuthenticatorForm setup={setup} onDone={onDone} />
      ) : (
        <>
          {demanded && (
            <Alert focusOn={demanded}>
              The owner of this site asks staff for a second factor before they can go on.
            </Alert>
          )}
          <p>
            A sign-in can ask for a code from an app on your phone, beside your password. This protects you if
            your password leaks. Setting it up signs your other devices out.
          </p>
        </>
      )}
      {/* One button, which keeps the focus. */}
      <Button
        variant={demanded && !setup ? 'primary' : 'outline'}
        aria-disabled={pending}
        onClick={setup ? onCancel : onBegin}
      >
        {setup ? 'Cancel' : 'Set up an authenticator app'}
      </Button>
    </>
  )
}

interface InUseProps {
  factors: Factors
  pending: boolean
  onRenew: () => void
  onRemove: () => void
}

function InUse({ factors, pending, onRenew, onRemove }: InUseProps) {
  return (
    <>
      {factors.totp_fault !== '' && <Alert>{factors.totp_fault}</Alert>}
      <p>
        {`${factors.totp ? 'An authenticator app is set up. ' : ''}${leftOf(factors.recovery_codes)} in case you lose your phone.`}
      </p>
      <Button aria-disabled={pending} onClick={onRenew}>
        Make new recovery codes
      </Button>
      {factors.totp && (
        <Button variant="danger" aria-disabled={pending} onClick={onRemove}>
          Remove the authenticator app
        </Button>
      )}
    </>
  )
}

const leftOf = (codes: number) =>
  codes === 1 ? 'One recovery code is left' : `${codes} recovery codes are left`

interface AuthenticatorFormProps {
  setup: AuthenticatorSetup
  /** Called with the recovery codes. */
  onDone: (codes: string[]) => void
}

/** Shows the secret for an authenticator app, and asks for a first code of it. */
function AuthenticatorForm({ setup, onDone }: AuthenticatorFormProps) {
  const withReauthentication = useReauthentication()
  const { size, path } = setup.qr
  const instructions = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => instructions.current?.focus(), [])
  return (
    <ActionForm
      check={(data) => requireFields(formTexts(data, 'code'))}
      send={async (data) => {
        const { code } = formTexts(data, 'code')
        onDone((await withReauthentication(() => confirmAuthenticator(code))).recovery_codes)
        return ''
      }}
      failure="The code could not be checked. Please try again."
    >
      <p ref={instructions} tabIndex={-1}>
        Scan this with your authenticator app, or type the key into it.
      </p>
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        className={styles.qr}
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        Key: <code>{setup.secret}</code>
      </p>
      <Row>
        <CopyButton text={setup.secret}>Copy key</CopyButton>
      </Row>
      <TextField
        name="code"
        label="Code"
        hint="The six digits that the app shows now."
        required
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <SubmitButton variant="primary" busy="Checking...">
        Turn on
      </SubmitButton>
    </ActionForm>
  )
}

/** The user's second factors, and what to call when they changed: the first one signs other devices out. */
export function useFactors() {
  const client = useQueryClient()
  const { data, isError } = useQuery({ queryKey: queryKeys.factors, queryFn: getFactors })
  const changed = () => {
    void client.invalidateQueries({ queryKey: queryKeys.devices })
    return client.invalidateQueries({ queryKey: queryKeys.factors })
  }
  return { data, isError, changed }
}
