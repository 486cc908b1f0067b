import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { browser } from '../../lib/browser'
import { Alert } from '../../ui/alert'
import { Checkbox } from '../../ui/checkbox'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { Success } from '../../ui/success'
import { useFormAction } from '../../ui/use-form-action'
import { loginFailure, type LoginFailure } from './login-failure'
import styles from './form.module.css'
import { useAuth } from './use-auth'

interface LoginFormProps {
  next: string
  /** What led here, said until the first try. */
  news?: ReactNode
}

/** Asks for e-mail and password and goes to `next`, by a full page load, when they are right. */
export function LoginForm({ next, news }: LoginFormProps) {
  const { login } = useAuth()
  const { state, pending, onSubmit } = useFormAction<LoginFailure | null>(async (data) => {
    try {
      await login({
        email: formText(data, 'email'),
        password: formText(data, 'password'),
        remember: data.has('remember'),
      })
    } catch (error) {
      return loginFailure(error)
    }
    browser.goTo(next)
    return null
  }, null)
  const failure = pending ? null : state

  return (
    <form onSubmit={onSubmit} className={styles.form}>
      {failure && <Alert focusOn={failure}>{failure.message}</Alert>}
      {news && !state && <Success>{news}</Success>}
      <Field label="E-mail" invalid={failure?.email ?? false} errors={failure?.errors.email}>
        {(control) => (
          <input {...control} type="email" name="email" required autoComplete="username" spellCheck={false} />
        )}
      </Field>
      <Field label="Password" invalid={failure?.password ?? false} errors={failure?.errors.password}>
        {(control) => <PasswordInput {...control} name="password" required autoComplete="current-password" />}
      </Field>
      <div className={styles.beside}>
        <Checkbox name="remember">Remember me</Checkbox>
        <Link to="/forgot-password" className={styles.link}>
          Forgot password?
        </Link>
      </div>
      <SubmitButton variant="primary" wide busy={pending && 'Signing in...'}>
        Sign in
      </SubmitButton>
    </form>
  )
}
