import { useQueryClient } from '@tanstack/react-query'
import { changeUserEmail, renameUser, writeNotes } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { AdminUser } from '../../api/types'
import { ActionForm, formTexts, SubmitButton, trimmedTexts } from '../../ui/form'
import { TextField } from '../../ui/field'
import { requireFields } from '../../ui/form-errors'
import { useFreshProof } from '../../ui/fresh-proof'
import { Section } from '../../ui/section'
import { SiteLink } from '../../ui/site-link'
import work from '../../ui/work.module.css'

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
    <Section title="Names">
      <ActionForm
        keepsValues
        check={(data) => requireFields(trimmedTexts(data, 'first_name', 'last_name'))}
        send={async (data) => {
          await renameUser(String(user.id), trimmedTexts(data, 'first_name', 'last_name'))
          return saved('Names saved.')
        }}
        failure="Failed to save the names."
      >
        <TextField name="first_name" label="First name" defaultValue={user.first_name} maxLength={150} />
        <TextField name="last_name" label="Last name" defaultValue={user.last_name} maxLength={150} />
        <SubmitButton busy="Saving...">Save names</SubmitButton>
      </ActionForm>
    </Section>
  )
}

export function EmailForm({ user }: UserFormProps) {
  const withFreshProof = useFreshProof()
  const saved = useSaved()
  if (user.self) {
    return (
      <Section title="E-mail address">
        <p className={work.note}>
          Change your own address on <SiteLink to="/profile">your profile</SiteLink>.
        </p>
      </Section>
    )
  }
  return (
    <Section title="E-mail address">
      <ActionForm
        check={(data) => requireFields(trimmedTexts(data, 'email'))}
        send={async (data) => {
          const { email } = trimmedTexts(data, 'email')
          await withFreshProof(() => changeUserEmail(String(user.id), email))
          return saved('Address changed. The user was signed out everywhere.')
        }}
        failure="Failed to change the address."
      >
        <TextField
          name="email"
          label="New address"
          type="email"
          maxLength={254}
          autoComplete="off"
          hint="It changes at once and signs the user out. The previous address gets a mail."
        />
        <SubmitButton busy="Changing...">Change address</SubmitButton>
      </ActionForm>
    </Section>
  )
}

export function NotesForm({ user }: UserFormProps) {
  const saved = useSaved()
  return (
    <Section title="Notes">
      <ActionForm
        keepsValues
        send={async (data) => {
          await writeNotes(String(user.id), formTexts(data, 'notes').notes)
          return saved('Notes saved.')
        }}
        failure="Failed to save the notes."
      >
        <TextField
          name="notes"
          label="Notes for staff (optional)"
          rows={4}
          defaultValue={user.staff_notes}
          maxLength={5000}
          hint="Staff see them, and the user in a copy of their data."
        />
        <SubmitButton busy="Saving...">Save notes</SubmitButton>
      </ActionForm>
      {user.interest_notes && (
        <p className={work.note}>
          <strong>Registration note:</strong> {user.interest_notes}
        </p>
      )}
    </Section>
  )
}
