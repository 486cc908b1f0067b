import { askForReset } from '../../api/accounts'
import { TextField } from '../../ui/field'
import { Form, formTexts, SubmitButton, useFormAction } from '../../ui/form'
import { stackClass } from '../../ui/layout'

/** Asks for a mail with a reset link, once. */
export function ForgotForm() {
  const form = useFormAction(async (data) => {
    try {
      const { detail } = await askForReset(formTexts(data, 'email').email)
      return { success: detail }
    } catch {
      return { message: 'An unexpected error occurred. Please try again.' }
    }
  })
  const sent = !form.pending && form.state?.success !== undefined

  return (
    <Form {...form} className={stackClass('lg')}>
      <TextField
        name="email"
        label="E-mail"
        type="email"
        required
        readOnly={sent}
        autoComplete="username"
        spellCheck={false}
      />
      <SubmitButton variant="primary" wide disabled={sent} busy="Sending Link...">
        Send Password Reset Link
      </SubmitButton>
    </Form>
  )
}
