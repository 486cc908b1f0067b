import { Note } from '../../ui/note'
import { useQueryClient } from '@tanstack/react-query'
import { changeUserEmail, renameUser, writeNotes } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { AdminUser } from '../../api/types'
import { formTexts, trimmedTexts } from '../../ui/form'
import { TextField } from '../../ui/field'
import { requireFields } from '../../ui/form-errors'
import { useReauthentication } from '../../lib/reauthentication'
import { CardBody, SettingsRow } from '../../ui/section'
import { SettingsForm } from '../../ui/settings-form'
import { SiteLink } from '../../ui/link'

interface UserFormProps {
  user: AdminUser
}

/** Reloads the screen's data and returns the message of a success. */
function useSaved() {
  const client = useQueryClient()
  return async (message: string) => {
    await client.invalidateQueries({ queryKey: queryKeys.admin })
    return message
  }
}

export function NamesForm({ user }: UserFormProps) {
  const saved = useSaved()
  return (
    <SettingsForm
      title="Name"
      about="Shown in the audit log and in mails."
      keepsValues
      check={(data) => requireFields(trimmedTexts(data, 'first_name'))}
      send={async (data) => {
        await renameUser(String(user.id), trimmedTexts(data, 'first_name', 'last_name'))
        return saved('Names saved.')
      }}
      failure="Failed to save the names."
      button="Save name"
      busy="Saving..."
      two
    >
      <TextField name="first_name" label="First name" defaultValue={user.first_name} maxLength={150} />
      <TextField
        name="last_name"
        label="Last name (optional)"
        defaultValue={user.last_name}
        maxLength={150}
      />
    </SettingsForm>
  )
}

export function EmailForm({ user }: UserFormProps) {
  const saved = useSaved()
  const withReauthentication = useReauthentication()
  if (user.self) {
    return (
      <SettingsRow title="E-mail address">
        <CardBody>
          <Note>
            Change your own address on <SiteLink to="/profile">your profile</SiteLink>.
          </Note>
        </CardBody>
      </SettingsRow>
    )
  }
  return (
    <SettingsForm
      title="E-mail address"
      about="It changes at once and signs the user out. The previous address gets a mail."
      check={(data) => requireFields(trimmedTexts(data, 'email'))}
      send={async (data) => {
        const { email } = trimmedTexts(data, 'email')
        await withReauthentication(() => changeUserEmail(String(user.id), email))
        return saved('Address changed. The user was signed out everywhere.')
      }}
      failure="Failed to change the address."
      button="Change address"
      busy="Changing..."
    >
      <TextField name="email" label="New e-mail address" type="email" maxLength={254} autoComplete="off" />
    </SettingsForm>
  )
}

export function NotesForm({ user }: UserFormProps) {
  const saved = useSaved()
  return (
    <SettingsForm
      title="Notes"
      about="Staff see them, and the user in a copy of their data."
      keepsValues
      send={async (data) => {
        await writeNotes(String(user.id), formTexts(data, 'notes').notes)
        return saved('Notes saved.')
      }}
      failure="Failed to save the notes."
      button="Save notes"
      busy="Saving..."
    >
      {user.interest_notes && (
        <Note>
          <strong>Registration note:</strong> {user.interest_notes}
        </Note>
      )}
      <TextField
        name="notes"
        label="Notes for staff (optional)"
        rows={4}
        defaultValue={user.staff_notes}
        maxLength={5000}
      />
    </SettingsForm>
  )
}
