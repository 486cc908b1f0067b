import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { deleteAccount } from '../../api/profile'
import type { User } from '../../api/types'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { formTexts, SubmitButton } from '../../ui/form'
import { requireFields } from '../../ui/form-errors'
import { PasswordField } from '../../ui/password-field'
import { useAuth } from '../auth/use-auth'
import confirmStyles from '../../ui/confirm.module.css'
import styles from './profile.module.css'
import { ActionForm } from '../../ui/action-form'

interface DeleteAccountProps {
  user: User
  onClose: () => void
}

/** The dialog that explains what is deleted with the account and what is not, and asks for the password. */
export function DeleteAccount({ user, onClose }: DeleteAccountProps) {
  const id = useId()
  const { logout } = useAuth()
  const navigate = useNavigate()

  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}goes ${id}stays`}
      className={styles.question}
      onClose={onClose}
    >
      <h2 id={id}>Delete your account?</h2>
      <p id={`${id}goes`}>
        Your names, your password, your sessions, what you wrote when you registered and what staff noted
        about you are gone for good.
      </p>
      <p id={`${id}stays`}>
        Documents and pictures that you uploaded stay, and so does the record of what happened, with your
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
        <div className={confirmStyles.answers}>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant="danger" busy="Deleting...">
            Delete Account
          </SubmitButton>
        </div>
      </ActionForm>
    </Dialog>
  )
}
