import { register } from '../../api/accounts'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { useFormAction } from '../../ui/use-form-action'
import styles from './form.module.css'
import { registrationFailure, registrationMistake, type RegistrationFailure } from './registration-failure'
import { TermsAgreement } from './terms-agreement'

/** Opens an account and calls `onRegistered`. The browser itself checks nothing: each error has its own words. */
export function RegisterForm({ onRegistered }: { onRegistered: () => void }) {
  const { state, pending, onSubmit } = useFormAction<RegistrationFailure | null>(async (data, form) => {
    const mistake = registrationMistake(data)
    if (mistake) {
      focusFirstInvalid(form, mistake.errors)
      return mistake
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
      return registrationFailure(error)
    }
    onRegistered()
    return null
  }, null)
  const failure = pending ? null : state
  const field = (name: string) => ({
    invalid: failure?.marked.includes(name) ?? false,
    errors: failure?.errors[name],
  })

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      {failure?.message && <Alert focusOn={failure}>{failure.message}</Alert>}
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
