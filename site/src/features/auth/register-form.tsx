import { register } from '../../api/accounts'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formErrors, requireFields, type FormErrors } from '../../ui/form-errors'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { useFormAction } from '../../ui/use-form-action'
import styles from './form.module.css'
import { TermsAgreement } from './terms-agreement'

interface RegistrationErrors extends FormErrors {
  /** The fields that the message is about. */
  marked?: readonly string[]
}

const required = ['email', 'first_name', 'last_name', 'password', 'password2']

/** Opens an account and calls `onRegistered`. The browser's own validation is off: each error has its own text. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { state, pending, onSubmit } = useFormAction<RegistrationErrors | null>(async (data, form) => {
    const invalid = check(data)
    if (invalid) {
      focusFirstInvalid(form, invalid.fields)
      return invalid
    }
    try {
      await register({
        email: formText(data, 'email'),
        password: formText(data, 'password'),
        password2: formText(data, 'password2'),
        first_name: formText(data, 'first_name'),
        last_name: formText(data, 'last_name'),
        interest_notes: formText(data, 'interest_notes'),
      })
    } catch (error) {
      return refusal(error)
    }
    onRegistered()
    return null
  }, null)
  const errors = pending ? null : state
  const field = (name: string) => ({
    invalid: errors?.marked?.includes(name) ?? false,
    errors: errors?.fields[name],
  })

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      {errors?.message && <Alert focusOn={errors}>{errors.message}</Alert>}
      <Field label="E-mail" {...field('email')}>
        {(control) => (
          <input {...control} type="email" name="email" required autoComplete="email" spellCheck={false} />
        )}
      </Field>
      <div className={styles.names}>
        <Field label="First name" {...field('first_name')}>
          {(control) => <input {...control} name="first_name" required autoComplete="given-name" />}
        </Field>
        <Field label="Last name" {...field('last_name')}>
          {(control) => <input {...control} name="last_name" required autoComplete="family-name" />}
        </Field>
      </div>
      <Field label="Password" hint="At least 8 characters, and not only digits." {...field('password')}>
        {(control) => <PasswordInput {...control} name="password" required autoComplete="new-password" />}
      </Field>
      <Field label="Confirm password" {...field('password2')}>
        {(control) => <PasswordInput {...control} name="password2" required autoComplete="new-password" />}
      </Field>
      <Field label="What interests you? (optional)" {...field('interest_notes')}>
        {(control) => <textarea {...control} name="interest_notes" rows={2} maxLength={2000} />}
      </Field>
      <TermsAgreement invalid={field('terms').invalid} />
      <SubmitButton variant="primary" wide busy={pending && 'Registering...'}>
        Register
      </SubmitButton>
    </form>
  )
}

/** What is wrong with a registration before it is sent; null when nothing is. */
function check(data: FormData): RegistrationErrors | null {
  const values = Object.fromEntries(required.map((name) => [name, formText(data, name).trim()]))
  const empty = requireFields(values)
  if (empty) return empty
  if (data.get('password') !== data.get('password2')) {
    return { message: 'Passwords do not match.', marked: ['password', 'password2'], fields: {} }
  }
  if (data.has('terms')) return null
  const message = 'You must agree to the Terms and Conditions to register.'
  return { message, marked: ['terms'], fields: {} }
}

/** What the form shows of a registration that failed with `error`: the message is about one field, if about any. */
function refusal(error: unknown): RegistrationErrors {
  const fallback = 'Registration failed. Please check your input.'
  const { message, fields } = formErrors(error, fallback)
  const { email = [], password = [], non_field_errors = [], ...others } = fields
  if (email.length > 0) {
    return { message: `Email: ${email.join(' ')}`, marked: ['email'], fields: { ...others, password } }
  }
  if (password.length > 0) {
    return { message: `Password: ${password.join(' ')}`, marked: ['password'], fields: others }
  }
  return { message: non_field_errors.join(' ') || message || fallback, fields: others }
}
