import { useState, useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import { getMyData, deleteAccount } from '../../api/profile'
import type { User } from '../../api/types'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { CardBody, MutationOutcome, SettingsRow } from '../../ui/section'
import { Stack } from '../../ui/layout'
import styles from './profile.module.css'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '../../ui/dialog'
import { SubmitAnswers } from '../../ui/submit-answers'
import { formTexts, ActionForm } from '../../ui/form'
import { requireFields } from '../../ui/form-errors'
import { PasswordField } from '../../ui/field'
import { useAuth } from '../auth/use-auth'

/** Downloads everything that the site stores about the user. */
export function YourData() {
  const download = useMutation({ mutationFn: downloadMyData })
  return (
    <SettingsRow title="Your data" about="Everything this site stores about you, as one JSON file.">
      <CardBody>
        <Stack className={styles.parts}>
          <MutationOutcome
            mutation={download}
            success="Your data are in the file that was downloaded."
            failure="Your data could not be fetched. Please try again."
          />
          <Button aria-disabled={download.isPending} onClick={() => !download.isPending && download.mutate()}>
            {download.isPending ? 'Fetching...' : 'Download my data'}
          </Button>
        </Stack>
      </CardBody>
    </SettingsRow>
  )
}

/** Deletes the account. */
export function DangerZone({ user }: { user: User }) {
  const [deleting, setDeleting] = useState(false)
  return (
    <SettingsRow title="Danger zone" about="Permanently delete your account." danger>
      <CardBody>
        <Stack className={styles.parts}>
          <Button variant="warn" onClick={() => setDeleting(true)}>
            Delete my account
          </Button>
        </Stack>
      </CardBody>
      {deleting && <DeleteAccount user={user} onClose={() => setDeleting(false)} />}
    </SettingsRow>
  )
}

/** Saves the user's data as a JSON file. */
async function downloadMyData(): Promise<void> {
  const text = JSON.stringify(await getMyData(), null, 2)
  saveFile(`my-data-${new Date().toISOString().slice(0, 10)}.json`, text, 'application/json')
}

interface DeleteAccountProps {
  user: User
  onClose: () => void
}

/** Explains the consequences and asks for the password. */
function DeleteAccount({ user, onClose }: DeleteAccountProps) {
  const id = useId()
  const { logout } = useAuth()
  const navigate = useNavigate()

  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}goes ${id}stays`}
      padded
      onClose={onClose}
    >
      <h2 id={id}>Delete your account?</h2>
      <p id={`${id}goes`}>
        Your names, your password, your sessions, what you wrote when you registered and what staff noted
        about you are gone for good.
      </p>
      <p id={`${id}stays`}>
        Documents and photos that you uploaded stay, and so does the record of what happened, with your
        address. Backups that were made before keep all of it for as long as they are kept.
      </p>
      <ActionForm
        check={(data) => requireFields(formTexts(data, 'password'))}
        send={async (data) => {
          await deleteAccount(formTexts(data, 'password').password)
          await logout()
          void navigate('/login?accountDeleted=true', { replace: true })
          return ''
        }}
        failure="Your account could not be deleted. Please try again."
      >
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <SubmitAnswers action="Delete account" busy="Deleting..." onCancel={onClose} variant="danger" />
      </ActionForm>
    </Dialog>
  )
}
