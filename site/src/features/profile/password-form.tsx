import { changePassword } from '../../api/profile'
import type { User } from '../../api/types'
import { Field } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { useFormAction } from '../../ui/use-form-action'
import { done, failed, type Outcome } from './outcome'
import { OutcomeNote } from './outcome-note'
import { Section } from './section'
import styles from './section.module.css'

interface PasswordFormProps {
  user: User
  onChanged: () => Promise<void>
}

/** A new password in the place of the old one, which signs out the user's other devices. */
export function PasswordForm({ user, onChanged }: PasswordFormProps) {
  const { state, pending, onSubmit } = useFormAction<Outcome | null>(async (data, form) => {
    const outcome = await change(data)
    if (outcome.done) {
      form.reset()
      await onChanged()
    } else {
      focusFirstInvalid(form, outcome.errors)
    }
    return outcome
  }, null)
  const outcome = pending ? null : state

  return (
    <Section title="Password">
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <OutcomeNote outcome={outcome} />
        {/* For the browser's store of passwords: whose it is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <Field label="Current password" errors={outcome?.errors.old_password}>
          {(control) => (
            <PasswordInput {...control} name="old_password" required autoComplete="current-password" />
          )}
        </Field>
        <Field
          label="New password"
          hint="At least 8 characters, and not only digits."
          errors={outcome?.errors.new_password}
        >
          {(control) => (
            <PasswordInput {...control} name="new_password" required autoComplete="new-password" />
          )}
        </Field>
        <Field label="Confirm new password" errors={outcome?.errors.new_password2}>
          {(control) => (
            <PasswordInput {...control} name="new_password2" required autoComplete="new-password" />
          )}
        </Field>
        <SubmitButton variant="primary" busy={pending && 'Changing...'}>
          Change Password
        </SubmitButton>
      </form>
    </Section>
  )
}

async function change(data: FormData): Promise<Outcome> {
  const passwords = {
    old_password: formText(data, 'old_password'),
    new_password: formText(data, 'new_password'),
    new_password2: formText(data, 'new_password2'),
  }
  const blank = Object.entries(passwords).filter(([, value]) => value === '')
  if (blank.length > 0) {
    const errors = Object.fromEntries(blank.map(([name]) => [name, ['This field is required.']]))
    return { done: false, message: '', errors }
  }
  if (passwords.new_password !== passwords.new_password2) {
    return { done: false, message: '', errors: { new_password2: ['Passwords do not match.'] } }
  }
  try {
    await changePassword(passwords)
    return done('Your password has been changed. Your other devices are signed out.')
  } catch (error) {
    return failed(error, 'Your password could not be changed. Please try again.')
  }
}
