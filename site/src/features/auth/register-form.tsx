import { register } from '../../api/accounts'
import { TextField, NewPasswordField, PasswordField } from '../../ui/field'
import { Form, type FormState, formTexts, SubmitButton, trimmedTexts, useFormAction } from '../../ui/form'
import { formErrors, isSamePassword, requireFields } from '../../ui/form-errors'
import { stackClass } from '../../ui/layout'
import styles from './form.module.css'
import type { Invitation } from './invitation'
import { TermsAgreement } from './terms-agreement'

const required = ['email', 'first_name', 'last_name', 'password', 'password2'] as const

interface RegisterFormProps {
  /** Says which address to register. */
  invitation?: Invitation | undefined
  onRegistered: () => void
}

/** Opens an account and calls `onRegistered`. The browser's own validation is off: each error has its own text. */
export function RegisterForm({ invitation, onRegistered }: RegisterFormProps) {
  const form = useFormAction(async (data) => {
    const invalid = check(data)
    if (invalid) return invalid
    try {
      await register({
        ...formTexts(data, ...required, 'interest_notes'),
        ...(invitation && { invitation: invitation.text }),
      })
    } catch (error) {
      return refusal(error)
    }
    onRegistered()
    return null
  })

  return (
    <Form {...form} noValidate className={stackClass('lg')}>
      <TextField
        name="email"
        label="E-mail"
        type="email"
        required
        autoComplete="email"
        spellCheck={false}
        {...(invitation && {
          defaultValue: invitation.email,
          readOnly: true,
          hint: 'Your invitation was sent to this address.',
        })}
      />
      <div className={styles.names}>
        <TextField name="first_name" label="First name" required autoComplete="given-name" />
        <TextField name="last_name" label="Last name" required autoComplete="family-name" />
      </div>
      <NewPasswordField name="password" label="Password" />
      <PasswordField name="password2" label="Confirm password" autoComplete="new-password" />
      <TextField name="interest_notes" label="What interests you? (optional)" rows={2} maxLength={2000} />
      <TermsAgreement />
      <SubmitButton variant="primary" wide busy="Registering...">
        Register
      </SubmitButton>
    </Form>
  )
}

/** Validates a registration before it is sent; null if it is valid. */
function check(data: FormData): FormState | null {
  const empty = requireFields(trimmedTexts(data, ...required))
  if (empty) return empty
  const { password, password2 } = formTexts(data, 'password', 'password2')
  if (!isSamePassword(password, password2)) {
    return { message: 'Passwords do not match.', marked: ['password', 'password2'] }
  }
  if (data.has('terms')) return null
  return { message: 'You must agree to the Terms and Conditions to register.', marked: ['terms'] }
}

/** Describes a failed registration; the message is about at most one field. */
function refusal(error: unknown): FormState {
  const fallback = 'Registration failed. Please check your input.'
  const { message, fields } = formErrors(error, fallback)
  const { email = [], password = [], invitation = [], non_field_errors = [], ...others } = fields
  if (email.length > 0) {
    return { message: `Email: ${email.join(' ')}`, marked: ['email'], fields: { ...others, password } }
  }
  if (password.length > 0) {
    return { message: `Password: ${password.join(' ')}`, marked: ['password'], fields: others }
  }
  return { message: [...invitation, ...non_field_errors].join(' ') || message || fallback, fields: others }
}
