import { askForNewEmail } from '../../api/profile'
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

/** Asks for another e-mail address. It changes when the link that is mailed there is opened. */
export function EmailForm({ user }: { user: User }) {
  const { state, pending, onSubmit } = useFormAction<Outcome | null>(async (data, form) => {
    const outcome = await ask(data)
    if (outcome.done) form.reset()
    else focusFirstInvalid(form, outcome.errors)
    return outcome
  }, null)
  const outcome = pending ? null : state

  return (
    <Section title="E-mail address">
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <OutcomeNote outcome={outcome} />
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <Field
          label="New e-mail address"
          hint="A link is mailed there; the address changes when you open it."
          errors={outcome?.errors.email}
        >
          {(control) => <input {...control} type="email" name="email" required autoComplete="email" />}
        </Field>
        <Field label="Your password" errors={outcome?.errors.password}>
          {(control) => (
            <PasswordInput {...control} name="password" required autoComplete="current-password" />
          )}
        </Field>
        <SubmitButton variant="primary" busy={pending && 'Sending Link...'}>
          Send Link
        </SubmitButton>
      </form>
    </Section>
  )
}

async function ask(data: FormData): Promise<Outcome> {
  const change = { email: formText(data, 'email').trim(), password: formText(data, 'password') }
  const blank = Object.entries(change).filter(([, value]) => value === '')
  if (blank.length > 0) {
    const errors = Object.fromEntries(blank.map(([name]) => [name, ['This field is required.']]))
    return { done: false, message: '', errors }
  }
  try {
    return done(await askForNewEmail(change))
  } catch (error) {
    return failed(error, 'The link could not be sent. Please try again.')
  }
}
