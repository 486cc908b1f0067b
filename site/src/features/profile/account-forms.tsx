import { saveNames, askForNewEmail, changePassword, sendConfirmation } from '../../api/profile'
import type { User } from '../../api/types'
import { TextField, PasswordField, NewPasswordField } from '../../ui/field'
import { formTexts, SubmitButton, ActionForm } from '../../ui/form'
import { useAuth } from '../auth/use-auth'
import { CardBody, MutationOutcome, SettingsRow } from '../../ui/section'
import { requireFields, checkNewPassword } from '../../ui/form-errors'
import { useQueryClient, useMutation } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { Button } from '../../ui/button'
import styles from './profile.module.css'

/** Changes the user's names. */
export function NamesForm({ user: { first_name, last_name } }: { user: User }) {
  const { update } = useAuth()
  return (
    <SettingsRow title="Your name" about="Shown to staff and in the menu.">
      <CardBody>
        <ActionForm
          send={async (data) => {
            update(await saveNames(formTexts(data, 'first_name', 'last_name')))
            return 'Your name has been saved.'
          }}
          failure="Your name could not be saved. Please try again."
          keepsValues
        >
          <TextField
            name="first_name"
            label="First name"
            autoComplete="given-name"
            defaultValue={first_name}
          />
          <TextField name="last_name" label="Last name" autoComplete="family-name" defaultValue={last_name} />
          <SubmitButton variant="outline" busy="Saving...">
            Save Name
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </SettingsRow>
  )
}

/** Asks for another e-mail address. It changes when the link that is mailed there is opened. */
export function EmailForm({ user }: { user: User }) {
  return (
    <SettingsRow title="E-mail address" about="You sign in with this address.">
      <CardBody>
        <ActionForm
          check={(data) => requireFields(emailOf(data))}
          send={async (data) => (await askForNewEmail(emailOf(data))).detail}
          failure="The link could not be sent. Please try again."
        >
          <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
          <TextField
            name="email"
            label="New e-mail address"
            hint="We’ll e-mail a link there. Your address changes when you open it."
            type="email"
            required
            autoComplete="email"
          />
          <PasswordField name="password" label="Your password" autoComplete="current-password" />
          <SubmitButton variant="outline" busy="Sending Link...">
            Send Link
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </SettingsRow>
  )
}

function emailOf(data: FormData) {
  const { email, password } = formTexts(data, 'email', 'password')
  return { email: email.trim(), password }
}

/** Changes the password, which signs out the user's other devices. */
export function PasswordForm({ user }: { user: User }) {
  const client = useQueryClient()
  return (
    <SettingsRow title="Password" about="Changing it signs out your other devices.">
      <CardBody>
        <ActionForm
          check={(data) => checkNewPassword(passwordsOf(data))}
          send={async (data) => {
            await changePassword(passwordsOf(data))
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
          <SubmitButton variant="outline" busy="Changing...">
            Change Password
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </SettingsRow>
  )
}

const passwordsOf = (data: FormData) => formTexts(data, 'old_password', 'new_password', 'new_password2')

/** What a user is to do whose address is not confirmed, and a button that sends the link again. */
export function UnconfirmedEmail({ user }: { user: User }) {
  const send = useMutation({ mutationFn: sendConfirmation })
  return (
    <SettingsRow title="Confirm your e-mail address">
      <CardBody>
        <div className={styles.parts}>
          <MutationOutcome
            mutation={send}
            success={send.data?.detail}
            failure="The link could not be sent. Please try again."
          />
          <p>
            A link was mailed to {user.email}. Open it to confirm that the address is yours. Until then you
            can change your account here, and nothing more.
          </p>
          <Button
            variant="primary"
            aria-disabled={send.isPending}
            onClick={() => !send.isPending && send.mutate()}
          >
            {send.isPending ? 'Sending Link...' : 'Send the Link Again'}
          </Button>
        </div>
      </CardBody>
    </SettingsRow>
  )
}
