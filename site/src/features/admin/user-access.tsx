import { Note } from '../../ui/note'
import { confirmUserEmail, exportUser, sendReset, setActive, setStaff } from '../../api/admin'
import type { AdminUser } from '../../api/types'
import { saveFile } from '../../lib/save-file'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { Lines } from '../../ui/layout'
import { SettingsRow } from '../../ui/section'
import { useAuth } from '../auth/use-auth'
import type { useAction } from './use-action'

const ownQuestion = 'Deactivate your own account?'
const ownWarning = {
  action: 'Deactivate',
  warning: 'You are signed out everywhere. Only another member of staff can activate the account again.',
}

interface UserAccessProps {
  user: AdminUser
  action: ReturnType<typeof useAction>
}

/** The permissions of a user, and actions on the account. */
export function UserAccess({ user, action: { busy, run } }: UserAccessProps) {
  const id = String(user.id)
  const { user: self } = useAuth()
  const lacksMail = self?.lacks_mail === true
  const download = async () =>
    saveFile(`account-${id}.json`, JSON.stringify(await exportUser(id), null, 2), 'application/json')
  return (
    <SettingsRow title="Access" about="Staff manage content, documents, photos and users.">
      <Lines edge>
        {user.email_unconfirmed && (
          <Action
            busy={busy}
            title="Confirmation"
            text="The user has not opened the link that confirms the address."
            label="Confirm address"
            run={() =>
              run(() => confirmUserEmail(id), 'Address confirmed.', 'Failed to confirm the address.')
            }
          />
        )}
        <Action
          busy={busy}
          title="Staff access"
          text={user.is_staff ? 'Can manage the site.' : 'Cannot manage the site.'}
          label={user.is_staff ? 'Remove staff access' : 'Grant staff access'}
          run={() =>
            run(
              () => setStaff(id, !user.is_staff),
              user.is_staff ? 'Staff access removed.' : 'Staff access granted.',
              'Failed to change staff access.',
            )
          }
        />
        <Action
          busy={busy}
          title="Sign-in"
          text={
            user.is_active ? 'Can sign in. Deactivating signs the user out everywhere.' : 'Cannot sign in.'
          }
          label={user.is_active ? 'Deactivate' : 'Activate'}
          run={async () =>
            (!user.is_active || self?.id !== user.id || (await confirm(ownQuestion, ownWarning))) &&
            run(
              () => setActive(id, !user.is_active),
              user.is_active ? 'User deactivated.' : 'User activated.',
              user.is_active ? 'Failed to deactivate the user.' : 'Failed to activate the user.',
            )
          }
        />
        <Action
          busy={busy || !user.is_active}
          title="Password"
          text={
            lacksMail
              ? 'This site cannot send mail yet: the mail with a link to choose a new one becomes a file on the server.'
              : 'Sends a mail with a link to choose a new one.'
          }
          label="Send reset mail"
          run={() =>
            run(
              () => sendReset(id),
              lacksMail ? 'This site cannot send mail yet.' : 'Reset mail sent.',
              'Failed to send the reset mail.',
            )
          }
        />
        <Action
          busy={busy}
          title="Data"
          text="Everything that is stored about the user, as a JSON file."
          label="Download data"
          run={() => run(download, 'Data downloaded.', 'Failed to download the data.')}
        />
      </Lines>
    </SettingsRow>
  )
}

interface ActionProps {
  busy: boolean
  title: string
  text: string
  label: string
  run: () => Promise<unknown>
}

function Action({ busy, title, text, label, run }: ActionProps) {
  return (
    <li>
      <Note as="div">
        <strong>{title}</strong>
        <p>{text}</p>
      </Note>
      <Button aria-disabled={busy} onClick={() => !busy && void run()}>
        {label}
      </Button>
    </li>
  )
}
