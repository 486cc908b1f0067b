import { askForReset } from '../../api/accounts'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { SubmitButton } from '../../ui/submit-button'
import { Success } from '../../ui/success'
import { useFormAction } from '../../ui/use-form-action'
import styles from './form.module.css'

type Outcome = { sent: true; detail: string } | { sent: false } | null

/** Asks for a mail with a reset link, once. */
export function ForgotForm() {
  const { state, pending, onSubmit } = useFormAction<Outcome>(async (data) => {
    try {
      return { sent: true, detail: await askForReset(formText(data, 'email')) }
    } catch {
      return { sent: false }
    }
  }, null)
  const outcome = pending ? null : state
  const sent = outcome?.sent === true

  return (
    <form onSubmit={onSubmit} className={styles.form}>
      {outcome?.sent === false && (
        <Alert focusOn={outcome}>An unexpected error occurred. Please try again.</Alert>
      )}
      {sent && <Success focusOn={outcome}>{outcome.detail || 'The link is on its way.'}</Success>}
      <Field label="E-mail">
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            required
            readOnly={sent}
            autoComplete="username"
            spellCheck={false}
          />
        )}
      </Field>
      <SubmitButton variant="primary" wide disabled={sent} busy={pending && 'Sending Link...'}>
        Send Password Reset Link
      </SubmitButton>
    </form>
  )
}
