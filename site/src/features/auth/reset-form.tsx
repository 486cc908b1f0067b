import { useState, type FocusEvent } from 'react'
import { confirmReset, type ResetLink } from '../../api/accounts'
import { Alert } from '../../ui/alert'
import { Field } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { checkNewPassword, firstMessage, type FormErrors } from '../../ui/form-errors'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { useFormAction } from '../../ui/use-form-action'
import { AuthFooter } from './auth-footer'
import styles from './form.module.css'
import { ResetDone } from './reset-done'

type Outcome = { detail: string } | { failure: string } | null

const expired = 'The reset link is invalid or has expired. Please try again.'

/** Sets a new password by the link from the mail. The browser's own validation is off: each error has its own text. */
export function ResetForm({ link }: { link: ResetLink }) {
  const [errors, setErrors] = useState<FormErrors['fields']>({})
  const { state, pending, onSubmit } = useFormAction<Outcome>(async (data, form) => {
    const invalid = checkNewPassword(passwords(data))
    setErrors(invalid?.fields ?? {})
    if (invalid) {
      focusFirstInvalid(form, invalid.fields)
      return null
    }
    try {
      return { detail: await confirmReset(link, passwords(data)) }
    } catch (error) {
      return { failure: firstMessage(error) || expired }
    }
  }, null)
  if (state && 'detail' in state) return <ResetDone detail={state.detail} />
  const failure = pending ? null : state

  const onBlur = ({ currentTarget: { form } }: FocusEvent<HTMLInputElement>) => {
    const data = new FormData(form ?? undefined)
    // While one of them is empty, nothing is wrong yet.
    const given = passwords(data)
    if (given.new_password && given.new_password2) setErrors(checkNewPassword(given)?.fields ?? {})
  }

  return (
    <>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        {failure && <Alert focusOn={failure}>{failure.failure}</Alert>}
        <Field
          label="New password"
          hint="At least 8 characters, and not only digits."
          errors={errors.new_password}
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="new_password"
              required
              autoComplete="new-password"
              onBlur={onBlur}
            />
          )}
        </Field>
        <Field label="Confirm new password" errors={errors.new_password2}>
          {(control) => (
            <PasswordInput
              {...control}
              name="new_password2"
              required
              autoComplete="new-password"
              onBlur={onBlur}
            />
          )}
        </Field>
        <SubmitButton variant="primary" wide busy={pending && 'Resetting Password...'}>
          Reset Password
        </SubmitButton>
      </form>
      <AuthFooter question="The link no longer works?" to="/forgot-password">
        Ask for another
      </AuthFooter>
    </>
  )
}

const passwords = (data: FormData) => ({
  new_password: formText(data, 'new_password'),
  new_password2: formText(data, 'new_password2'),
})
