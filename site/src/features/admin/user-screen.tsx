import { fullName } from '../../lib/full-name'
import { Note } from '../../ui/note'
import { useNavigate } from 'react-router-dom'
import { deleteUser, endUserSession, endUserSessions, getUser } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { AdminUser } from '../../api/types'
import { deviceName } from '../../lib/device-name'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { DateTime, Day } from '../../ui/date-time'
import { usePageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconArrowLeft } from '../../ui/icons'
import { Lines, Stack } from '../../ui/layout'
import { ErrorBanner } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { RecordCard } from '../../ui/record-table'
import { CardBody, CardFoot, SettingsRow } from '../../ui/section'
import { SiteLink } from '../../ui/link'
import styles from './admin.module.css'
import { auditLink, Entries } from './entries'
import { Properties, Property, Loaded } from './loaded'
import { UserAccess } from './user-access'
import { EmailForm, NamesForm, NotesForm } from './user-forms'
import { useAction } from './use-action'

/** Details of one user, and actions on the account. */
export function UserScreen({ id }: { id: string }) {
  return (
    <Loaded title="User" queryKey={[...queryKeys.admin, 'user', id]} load={() => getUser(id)}>
      {(user) => <UserParts user={user} />}
    </Loaded>
  )
}

function UserParts({ user }: { user: AdminUser }) {
  const id = String(user.id)
  const name = fullName(user)
  const pageErrors = usePageErrors()
  const action = useAction(pageErrors)
  const navigate = useNavigate()
  const remove = async () => {
    const warning = 'The account, its sessions and your notes are permanently deleted. Uploads stay.'
    if (!(await confirm(`Delete ${name}?`, { action: 'Delete user', warning }))) return
    const deleted = await action.run(
      () => deleteUser(id),
      `Deleted ${name}.`,
      'Failed to delete the user.',
      false,
    )
    if (deleted) await navigate('/backend/admin/users/', { replace: true })
  }
  return (
    <>
      <SiteLink to="/backend/admin/users/" className={styles.back}>
        <Icon of={IconArrowLeft} />
        All users
      </SiteLink>
      <PageHead title={name}>
        {user.email}{' '}
        {user.is_staff && (
          <Badge tone="honey" small>
            Staff
          </Badge>
        )}{' '}
        <Badge tone={user.is_active ? 'success' : 'danger'} small>
          {user.is_active ? 'Active' : 'Deactivated'}
        </Badge>{' '}
        {user.self && <Badge small>You</Badge>}
      </PageHead>
      <Stack gap="card">
        <ErrorBanner pageErrors={pageErrors} />
        <Properties>
          <Property label="E-mail">{user.email_unconfirmed ? 'Not confirmed' : 'Confirmed'}</Property>
          <Property label="Joined">{user.date_joined && <Day at={user.date_joined} />}</Property>
          <Property label="Last sign-in">
            {user.last_login ? <DateTime at={user.last_login} /> : 'Never'}
          </Property>
          <Property label="Signed-in devices">{user.sessions.length}</Property>
        </Properties>
        <div>
          <NamesForm user={user} />
          <EmailForm user={user} />
          <UserAccess user={user} action={action} />
          <NotesForm user={user} />
          <Devices user={user} action={action} />
          <SettingsRow title="Danger zone" about="Permanently delete the account." danger>
            <CardBody>
              <div>
                <Button
                  variant="warn"
                  aria-disabled={action.busy}
                  onClick={() => !action.busy && void remove()}
                >
                  Delete user
                </Button>
              </div>
            </CardBody>
          </SettingsRow>
        </div>
        <RecordCard
          id="history"
          title="History"
          empty={user.history.length === 0 && 'Nothing has happened yet.'}
        >
          {user.history.length > 0 && <Entries labelledBy="history" entries={user.history} />}
          <p className={styles.pages}>
            <SiteLink to={auditLink({ user: id })}>Whole history</SiteLink>
          </p>
        </RecordCard>
      </Stack>
    </>
  )
}

function Devices({ user, action: { busy, run } }: { user: AdminUser; action: ReturnType<typeof useAction> }) {
  const id = String(user.id)
  return (
    <SettingsRow title="Signed-in devices" about="The user’s current sessions.">
      {user.sessions.length === 0 ? (
        <CardBody>
          <Note>Not signed in anywhere.</Note>
        </CardBody>
      ) : (
        <>
          <Lines edge>
            {user.sessions.map((session) => (
              <li key={session.id}>
                <Note as="div">
                  <strong>{deviceName(session.user_agent)}</strong>{' '}
                  {session.current && <Badge tone="success">This device</Badge>}
                  <p>
                    {session.ip}, last used <DateTime at={session.last_used_at} />
                  </p>
                </Note>
                <Button
                  aria-label={`Sign out ${deviceName(session.user_agent)}, ${session.ip}`}
                  aria-disabled={busy}
                  onClick={() =>
                    void run(
                      () => endUserSession(id, session.id),
                      'The device was signed out.',
                      'Failed to sign the device out.',
                    )
                  }
                >
                  Sign out
                </Button>
              </li>
            ))}
          </Lines>
          <CardFoot>
            <Button
              aria-disabled={busy}
              onClick={() =>
                void run(() => endUserSessions(id), 'Signed out everywhere.', 'Failed to sign the user out.')
              }
            >
              Sign out everywhere
            </Button>
          </CardFoot>
        </>
      )}
    </SettingsRow>
  )
}
