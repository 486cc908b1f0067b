import { saveNames } from '../../api/profile'
import type { User } from '../../api/types'
import { Field } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { useFormAction } from '../../ui/use-form-action'
import { done, failed, type Outcome } from './outcome'
import { OutcomeNote } from './outcome-note'
import { Section } from './section'
import styles from './section.module.css'

interface NamesFormProps {
  user: User
  onSaved: (user: User) => void
}

/** The user's names, to change. */
export function NamesForm({ user, onSaved }: NamesFormProps) {
  const { state, pending, onSubmit } = useFormAction<Outcome | null>(async (data, form) => {
    try {
      const names = { first_name: formText(data, 'first_name'), last_name: formText(data, 'last_name') }
      onSaved(await saveNames(names))
      return done('Your name has been saved.')
    } catch (error) {
      const failure = failed(error, 'Your name could not be saved. Please try again.')
      focusFirstInvalid(form, failure.errors)
      return failure
    }
  }, null)
  const outcome = pending ? null : state

  return (
    <Section title="Your name">
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <OutcomeNote outcome={outcome} />
        <Field label="First name" errors={outcome?.errors.first_name}>
          {(control) => (
            <input {...control} name="first_name" autoComplete="given-name" defaultValue={user.first_name} />
          )}
        </Field>
        <Field label="Last name" errors={outcome?.errors.last_name}>
          {(control) => (
            <input {...control} name="last_name" autoComplete="family-name" defaultValue={user.last_name} />
          )}
        </Field>
        <SubmitButton variant="primary" busy={pending && 'Saving...'}>
          Save Name
        </SubmitButton>
      </form>
    </Section>
  )
}
