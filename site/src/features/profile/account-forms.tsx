import { saveNames, askForNewEmail, changePassword, sendConfirmation } from '../../api/profile'
import type { User } from '../../api/types'
import { TextField, PasswordField, NewPasswordField } from '../../ui/field'
import { formTexts } from '../../ui/form'
import { useAuth } from '../auth/use-auth'
import { CardBody, MutationOutcome, SettingsRow } from '../../ui/section'
import { SettingsForm } from '../../ui/settings-form'
import { requireFields, checkNewPassword } from '../../ui/form-errors'
import { useQueryClient, useMutation } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'
import { Stack } from '../../ui/layout'
import styles from './profile.module.css'

export function NamesForm({ user: { first_name, last_name } }: { user: User }) {
  const { update } = useAuth()
  return (
    <SettingsForm
      title="Your name"
      about="Shown to staff and in the menu."
      send={async (data) => {
        update(await saveNames(formTexts(data, 'first_name', 'last_name')))
        return 'Your name has been saved.'
      }}
      failure="Your name could not be saved. Please try again."
      keepsValues
      button="Save name"
      busy="Saving..."
      two
    >
      <TextField name="first_name" label="First name" autoComplete="given-name" defaultValue={first_name} />
      <TextField
        name="last_name"
        label="Last name (optional)"
        autoComplete="family-name"
        defaultValue={last_name}
      />
    </SettingsForm>
  )
}

/**
 * Asks for another e-mail address. It changes when the user confirms it with the link in the mail; for staff of a site that
 * cannot send mail, at once.
 */
export function EmailForm({ user }: { user: User }) {
  const { update } = useAuth()
  const lacksMail = user.lacks_mail === true
  return (
    <SettingsForm
      title="E-mail address"
      about="You sign in with this address."
      check={(data) => requireFields(emailOf(data))}
      send={async (data) => {
        const form = emailOf(data)
        const { detail, changed } = await askForNewEmail(form)
        if (!changed) return detail
        // The form of the new address starts again, without a message.
        showToast(detail)
        update({ ...user, email: form.email })
        return ''
      }}
      failure={
        lacksMail
          ? 'Your address could not be changed. Please try again.'
          : 'The link could not be sent. Please try again.'
      }
      button={lacksMail ? 'Change address' : 'Send link'}
      busy={lacksMail ? 'Changing...' : 'Sending link...'}
      two
    >
      <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
      <TextField
        name="email"
        label="New e-mail address"
        hint={
          lacksMail
            ? 'This site cannot send mail yet, so your address changes at once. Check it for typing errors.'
            : 'We’ll e-mail a link there. Your address changes when you confirm it there.'
        }
        type="email"
        required
        autoComplete="email"
      />
      <PasswordField name="password" label="Your password" autoComplete="current-password" />
    </SettingsForm>
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
    <SettingsForm
      title="Password"
      about="Changing it signs out your other devices."
      check={(data) => checkNewPassword(passwordsOf(data))}
      send={async (data) => {
        await changePassword(passwordsOf(data))
        await client.invalidateQueries({ queryKey: queryKeys.devices })
        return 'Your password has been changed. Your other devices are signed out.'
      }}
      failure="Your password could not be changed. Please try again."
      button="Change password"
      busy="Changing..."
      two
    >
      {/* For the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
      <div>
        <PasswordField name="old_password" label="Current password" autoComplete="current-password" />
      </div>
      <NewPasswordField name="new_password" label="New password" />
      <PasswordField name="new_password2" label="Confirm new password" autoComplete="new-password" />
    </SettingsForm>
  )
}

const passwordsOf = (data: FormData) => formTexts(data, 'old_password', 'new_password', 'new_password2')

/** Asks the user to confirm the address, and sends the link again. */
export function UnconfirmedEmail({ user }: { user: User }) {
  const send = useMutation({ mutationFn: sendConfirmation })
  return (
    <SettingsRow title="Confirm your e-mail address">
      <CardBody>
        <Stack className={styles.parts}>
          <MutationOutcome
            mutation={send}
            success={send.data?.detail}
            failure="The link could not be sent. Please try again."
          />
          <p>
            <span>
              {user.lacks_mail
                ? 'This site cannot send mail yet. '
                : `A link was mailed to ${user.email}. Open it to confirm that the address is yours. `}
            </span>
            <span>Until then you can’t add a passkey or an authenticator app, or download your data.</span>
          </p>
          <Button
            variant="primary"
            aria-disabled={send.isPending}
            onClick={() => !send.isPending && send.mutate()}
          >
            {send.isPending ? 'Sending link...' : 'Send the link again'}
          </Button>
        </Stack>
      </CardBody>
    </SettingsRow>
  )
}
