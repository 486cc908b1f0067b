import { ApiError } from '../../api/api-error'
import { loginByPasskey, loginBySecondFactor } from '../../api/factors'
import { isNamed } from '../../lib/webauthn'
import { TextField } from '../../ui/field'
import { Form, formTexts, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { PasskeyButton } from '../../ui/passkey-button'
import { stackClass } from '../../ui/layout'
import styles from './form.module.css'
import { useAuth } from './use-auth'

export interface FirstStep {
  /** Issued by the server for the correct password. */
  token: string
  remember: boolean
  /** The account's second factors apart from recovery codes. */
  passkey: boolean
  authenticator: boolean
}

interface SecondFactorFormProps {
  first: FirstStep
  onSignedIn: () => void
  /** Called to start again, with the server's reason if any. */
  onCancel: (why?: string) => void
}

function hintFor({ authenticator, passkey }: FirstStep) {
  if (authenticator) return 'From your authenticator app, or one of your recovery codes.'
  if (passkey) return 'One of your recovery codes.'
  return 'This site can no longer check the codes of your authenticator app. Use a recovery code.'
}

/** The second step of a sign-in: asks for a passkey or a code. */
export function SecondFactorForm({ first, onSignedIn, onCancel }: SecondFactorFormProps) {
  const { begin } = useAuth()
  const passkey = first.passkey && isNamed()
  const form = useFormAction(async (data) => {
    try {
      await begin(await loginBySecondFactor(first.token, formTexts(data, 'code').code), first.remember)
    } catch (error) {
      const failure = formErrors(error, 'The code could not be checked. Please try again.')
      if (!(error instanceof ApiError && error.status === 401)) return failure
      onCancel(failure.message)
      return null
    }
    onSignedIn()
    return null
  })

  return (
    <Form {...form} className={stackClass('lg')}>
      {passkey && (
        <PasskeyButton
          focused
          onUse={async () => {
            await begin(await loginByPasskey(first.token), first.remember)
            onSignedIn()
          }}
        >
          Use a passkey
        </PasskeyButton>
      )}
      <TextField
        name="code"
        label="Code"
        hint={hintFor(first)}
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the form that had the focus
        autoFocus={!passkey}
      />
      <SubmitButton variant="primary" wide busy="Signing in...">
        Sign in
      </SubmitButton>
      <button type="button" className={styles.link} onClick={() => onCancel()}>
        Start again
      </button>
    </Form>
  )
}
