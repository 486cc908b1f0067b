import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { browser } from '../../lib/browser'
import { Alert } from '../../ui/alert'
import { Checkbox } from '../../ui/checkbox'
import { Field } from '../../ui/field'
import { formErrors, type FormErrors } from '../../ui/form-errors'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { Success } from '../../ui/success'
import { useFormAction } from '../../ui/use-form-action'
import styles from './form.module.css'
import { useAuth } from './use-auth'

const refused = 'Sign-in failed. Please check credentials.'

interface LoginFormProps {
  next: string
  /** Why the visitor was led here; shown until the first attempt. */
  notice?: ReactNode
}

/** Asks for e-mail and password and goes to `next`, by a full page load, when they are right. */
export function LoginForm({ next, notice }: LoginFormProps) {
  const { login } = useAuth()
  const { state, pending, onSubmit } = useFormAction<FormErrors | null>(async (data) => {
    try {
      await login({
        email: formText(data, 'email'),
        password: formText(data, 'password'),
        remember: data.has('remember'),
      })
    } catch (error) {
      const { message, fields } = formErrors(error, refused)
      return { message: message || refused, fields }
    }
    browser.goTo(next)
    return null
  }, null)
  const errors = pending ? null : state
  /** Whether the message is about what `field` matches. */
  const marks = (field: RegExp) =>
    errors !== null && (/credential/i.test(errors.message) || field.test(errors.message))

  return (
    <form onSubmit={onSubmit} className={styles.form}>
      {errors && <Alert focusOn={errors}>{errors.message}</Alert>}
      {notice && !state && <Success>{notice}</Success>}
      <Field label="E-mail" invalid={marks(/e-?mail|user/i)} errors={errors?.fields.email}>
        {(control) => (
          <input {...control} type="email" name="email" required autoComplete="username" spellCheck={false} />
        )}
      </Field>
      <Field label="Password" invalid={marks(/password/i)} errors={errors?.fields.password}>
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
