import { useId } from 'react'
import { deleteAccount } from '../../api/profile'
import type { User } from '../../api/types'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { focusFirstInvalid } from '../../ui/focus-first-invalid'
import { formText } from '../../ui/form-text'
import { PasswordInput } from '../../ui/password-input'
import { SubmitButton } from '../../ui/submit-button'
import { useFormAction } from '../../ui/use-form-action'
import styles from './delete-account.module.css'
import { done, failed, type Outcome } from './outcome'
import { OutcomeNote } from './outcome-note'

interface DeleteAccountProps {
  user: User
  onDeleted: () => Promise<void>
  onClose: () => void
}

/** Says what goes with the account and what stays, and deletes it by the password. */
export function DeleteAccount({ user, onDeleted, onClose }: DeleteAccountProps) {
  const id = useId()
  const { state, pending, onSubmit } = useFormAction<Outcome | null>(async (data, form) => {
    const outcome = await remove(formText(data, 'password'))
    if (outcome.done) await onDeleted()
    else focusFirstInvalid(form, outcome.errors)
    return outcome
  }, null)
  const outcome = pending || state?.done ? null : state

  return (
    <Dialog
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}goes ${id}stays`}
      className={styles.question}
      onClose={onClose}
    >
      <h2 id={id} className={styles.title}>
        Delete your account?
      </h2>
      <p id={`${id}goes`}>
        Your names, your password, your sessions, what you wrote when you registered and what staff noted
        about you are gone for good.
      </p>
      <p id={`${id}stays`}>
        Documents and pictures that you uploaded stay, and so does the record of what happened, with your
        address. Backups that were made before keep all of it for as long as they are kept.
      </p>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <OutcomeNote outcome={outcome} />
        <input type="text" name="username" autoComplete="username" defaultValue={user.email} hidden />
        <Field label="Password" errors={outcome?.errors.password}>
          {(control) => (
            <PasswordInput {...control} name="password" required autoComplete="current-password" />
          )}
        </Field>
        <div className={styles.answers}>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton variant="danger" busy={pending && 'Deleting...'}>
            Delete Account
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}

async function remove(password: string): Promise<Outcome> {
  if (password === '') {
    return { done: false, message: '', errors: { password: ['This field is required.'] } }
  }
  try {
    await deleteAccount(password)
    return done('')
  } catch (error) {
    return failed(error, 'Your account could not be deleted. Please try again.')
  }
}
