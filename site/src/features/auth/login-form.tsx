import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { loginByPasskey, secondFactors, secondFactorToken } from '../../api/factors'
import { isNamed } from '../../lib/webauthn'
import { Alert } from '../../ui/alert'
import { Checkbox, TextField, PasswordField } from '../../ui/field'
import { Form, formTexts, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { PasskeyButton } from '../../ui/passkey-button'
import { stackClass, Toolbar } from '../../ui/layout'
import styles from './form.module.css'
import type { FirstStep } from './second-factor-form'
import { useAuth } from './use-auth'

const refused = 'Sign-in failed. Please check credentials.'

interface LoginFormProps {
  onSignedIn: () => void
  /** Why the visitor was led here; shown until the first attempt. */
  notice?: ReactNode
  /** Why the visitor has to start again; shown like the notice. */
  expired?: string
  /** Called after a correct password if the account has a second factor. */
  onSecondFactor: (first: FirstStep) => void
}

/** Asks for e-mail and password, or a passkey. */
export function LoginForm({ onSignedIn, notice, expired, onSecondFactor }: LoginFormProps) {
  const { login, begin } = useAuth()
  const form = useFormAction(async (data) => {
    const remember = data.has('remember')
    try {
      await login({ ...formTexts(data, 'email', 'password'), remember })
    } catch (error) {
      const token = secondFactorToken(error)
      if (token !== null) {
        onSecondFactor({ token, remember, ...secondFactors(error) })
        return null
      }
      const { message, fields } = formErrors(error, refused)
      return { fields, message: message || refused, marked: fieldsOf(message || refused) }
    }
    onSignedIn()
    return null
  })

  return (
    <Form {...form} className={stackClass('lg')}>
      {notice && !form.state && <Alert success>{notice}</Alert>}
      {expired && !form.state && <Alert focusOn={expired}>{expired}</Alert>}
      <TextField
        name="email"
        label="E-mail"
        type="email"
        required
        autoComplete="username"
        spellCheck={false}
      />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <Toolbar className={styles.beside}>
        <Checkbox name="remember">Remember me</Checkbox>
        <Link to="/forgot-password" className={styles.link}>
          Forgot password?
        </Link>
      </Toolbar>
      <SubmitButton variant="primary" wide busy="Signing in...">
        Sign in
      </SubmitButton>
      {isNamed() && (
        <PasskeyButton
          onUse={async (around) => {
            await begin(await loginByPasskey(), around !== null && new FormData(around).has('remember'))
            onSignedIn()
          }}
        >
          Use a passkey
        </PasskeyButton>
      )}
    </Form>
  )
}

/** The fields that `message` is about. */
function fieldsOf(message: string): string[] {
  const about = { email: /credential|e-?mail|user/i, password: /credential|password/i }
  return Object.entries(about).flatMap(([name, words]) => (words.test(message) ? name : []))
}
