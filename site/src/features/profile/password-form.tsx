import { useQueryClient } from '@tanstack/react-query'
import { changePassword } from '../../api/profile'
import { queryKeys } from '../../api/query-keys'
import type { User } from '../../api/types'
import { formTexts, SubmitButton } from '../../ui/form'
import { checkNewPassword } from '../../ui/form-errors'
import { NewPasswordField, PasswordField } from '../../ui/password-field'
import { ActionForm } from '../../ui/action-form'
import { Section } from '../../ui/section'

/** Changes the password, which signs out the user's other devices. */
export function PasswordForm({ user }: { user: User }) {
  const client = useQueryClient()
  return (
    <Section title="Password">
      <ActionForm
        check={(data) => checkNewPassword(valuesOf(data))}
        send={async (data) => {
          await changePassword(valuesOf(data))
          await client.invalidateQueries({ queryKey: queryKeys.devices })
          return 'Your password has been changed. Your other devices are signed out.'
        }}
        failure="Your password could not be changed. Please try again."
      >
        {/* Tells the browser's password manager whose password it is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <PasswordField name="old_password" label="Current password" autoComplete="current-password" />
        <NewPasswordField name="new_password" label="New password" />
        <PasswordField name="new_password2" label="Confirm new password" autoComplete="new-password" />
        <SubmitButton variant="primary" busy="Changing...">
          Change Password
        </SubmitButton>
      </ActionForm>
    </Section>
  )
}

const valuesOf = (data: FormData) => formTexts(data, 'old_password', 'new_password', 'new_password2')
