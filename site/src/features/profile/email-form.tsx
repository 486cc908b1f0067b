import { askForNewEmail } from '../../api/profile'
import type { User } from '../../api/types'
import { TextField } from '../../ui/field'
import { formTexts, SubmitButton } from '../../ui/form'
import { requireFields } from '../../ui/form-errors'
import { PasswordField } from '../../ui/password-field'
import { ActionForm } from '../../ui/action-form'
import { Section } from '../../ui/section'

/** Asks for another e-mail address. It changes when the link that is mailed there is opened. */
export function EmailForm({ user }: { user: User }) {
  return (
    <Section title="E-mail address">
      <ActionForm
        check={(data) => requireFields(valuesOf(data))}
        send={async (data) => (await askForNewEmail(valuesOf(data))).detail}
        failure="The link could not be sent. Please try again."
      >
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <TextField
          name="email"
          label="New e-mail address"
          hint="A link is mailed there; the address changes when you open it."
          type="email"
          required
          autoComplete="email"
        />
        <PasswordField name="password" label="Your password" autoComplete="current-password" />
        <SubmitButton variant="primary" busy="Sending Link...">
          Send Link
        </SubmitButton>
      </ActionForm>
    </Section>
  )
}

function valuesOf(data: FormData) {
  const { email, password } = formTexts(data, 'email', 'password')
  return { email: email.trim(), password }
}
