import { useQueryClient } from '@tanstack/react-query'
import { changePassword } from '../../api/profile'
import { queryKeys } from '../../api/query-keys'
import type { User } from '../../api/types'
import { Field } from '../../ui/field'
import { checkNewPassword } from '../../ui/form-errors'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { ProfileForm } from './profile-form'
import { Section } from './section'

/** Changes the password, which signs out the user's other devices. */
export function PasswordForm({ user }: { user: User }) {
  const client = useQueryClient()
  return (
    <Section title="Password">
      <ProfileForm
        check={(data) => checkNewPassword(valuesOf(data))}
        send={async (data) => {
          await changePassword(valuesOf(data))
          await client.invalidateQueries({ queryKey: queryKeys.devices })
          return 'Your password has been changed. Your other devices are signed out.'
        }}
        failure="Your password could not be changed. Please try again."
      >
        {(errors, pending) => (
          <>
            {/* Tells the browser's password manager whose password it is. */}
            <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
            <Field label="Current password" errors={errors.old_password}>
              {(control) => (
                <PasswordInput {...control} name="old_password" required autoComplete="current-password" />
              )}
            </Field>
            <Field
              label="New password"
              hint="At least 8 characters, and not only digits."
              errors={errors.new_password}
            >
              {(control) => (
                <PasswordInput {...control} name="new_password" required autoComplete="new-password" />
              )}
            </Field>
            <Field label="Confirm new password" errors={errors.new_password2}>
              {(control) => (
                <PasswordInput {...control} name="new_password2" required autoComplete="new-password" />
              )}
            </Field>
            <SubmitButton variant="primary" busy={pending && 'Changing...'}>
              Change Password
            </SubmitButton>
          </>
        )}
      </ProfileForm>
    </Section>
  )
}

const valuesOf = (data: FormData) => ({
  old_password: formText(data, 'old_password'),
  new_password: formText(data, 'new_password'),
  new_password2: formText(data, 'new_password2'),
})
