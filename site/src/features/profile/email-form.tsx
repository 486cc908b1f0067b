import { askForNewEmail } from '../../api/profile'
import type { User } from '../../api/types'
import { Field } from '../../ui/field'
import { requireFields } from '../../ui/form-errors'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { ProfileForm } from './profile-form'
import { Section } from './section'

/** Asks for another e-mail address. It changes when the link that is mailed there is opened. */
export function EmailForm({ user }: { user: User }) {
  return (
    <Section title="E-mail address">
      <ProfileForm
        check={(data) => requireFields(valuesOf(data))}
        send={(data) => askForNewEmail(valuesOf(data))}
        failure="The link could not be sent. Please try again."
      >
        {(errors, pending) => (
          <>
            <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
            <Field
              label="New e-mail address"
              hint="A link is mailed there; the address changes when you open it."
              errors={errors.email}
            >
              {(control) => <input {...control} type="email" name="email" required autoComplete="email" />}
            </Field>
            <Field label="Your password" errors={errors.password}>
              {(control) => (
                <PasswordInput {...control} name="password" required autoComplete="current-password" />
              )}
            </Field>
            <SubmitButton variant="primary" busy={pending && 'Sending Link...'}>
              Send Link
            </SubmitButton>
          </>
        )}
      </ProfileForm>
    </Section>
  )
}

const valuesOf = (data: FormData) => ({
  email: formText(data, 'email').trim(),
  password: formText(data, 'password'),
})
