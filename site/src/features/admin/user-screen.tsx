import { useNavigate } from 'react-router-dom'
import { deleteUser, endUserSession, endUserSessions, getUser } from '../../api/admin'
import { queryKeys } from '../../api/query-keys'
import type { AdminUser } from '../../api/types'
import { deviceName } from '../../lib/device-name'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { confirm } from '../../ui/confirm'
import { DateTime } from '../../ui/date-time'
import { usePageErrors } from '../../ui/form-errors'
import { Grid, Lines, Row } from '../../ui/layout'
import { ErrorBanner } from '../../ui/list-screen'
import { PageHead } from '../../ui/page-head'
import { RecordCard } from '../../ui/record-table'
import { Section } from '../../ui/section'
import { SiteLink } from '../../ui/site-link'
import work from '../../ui/work.module.css'
import styles from './admin.module.css'
import { auditLink, Entries } from './entries'
import { Loaded } from './loaded'
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
  const name = `${user.first_name} ${user.last_name}`
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
      <PageHead title={name}>{user.email}</PageHead>
      <Row as="p" gap="sm">
        {user.is_staff && <Badge tone="honey">Staff</Badge>}
        <Badge tone={user.is_active ? 'success' : 'danger'}>
          {user.is_active ? 'Active' : 'Deactivated'}
        </Badge>
        {user.email_unconfirmed && <Badge tone="danger">Address not confirmed</Badge>}
        {user.self && <Badge>This is you</Badge>}
        <span className={work.note}>
          <span>Joined </span>
          {user.date_joined && <DateTime at={user.date_joined} />}
          <span>, last sign-in </span>
          {user.last_login ? <DateTime at={user.last_login} /> : <span>never</span>}
        </span>
      </Row>
      <ErrorBanner pageErrors={pageErrors} />
      <Grid columns="wide">
        <NamesForm user={user} />
        <EmailForm user={user} />
        <NotesForm user={user} />
        <UserAccess user={user} action={action} onDelete={() => void remove()} />
      </Grid>
      <Section
        title="Signed-in devices"
        action={
          user.sessions.length > 0 && (
            <Button
              aria-disabled={action.busy}
              onClick={() =>
                void action.run(
                  () => endUserSessions(id),
                  'Signed out everywhere.',
                  'Failed to sign the user out.',
                )
              }
            >
              Sign out everywhere
            </Button>
          )
        }
      >
        {user.sessions.length === 0 && <p className={work.note}>Not signed in anywhere.</p>}
        <Lines>
          {user.sessions.map((session) => (
            <li key={session.id}>
              <div className={work.note}>
                <strong>{deviceName(session.user_agent)}</strong>{' '}
                {session.current && <Badge tone="success">This device</Badge>}
                <p>
                  {session.ip}, last used <DateTime at={session.last_used_at} />
                </p>
              </div>
              <Button
                aria-label={`Sign out ${deviceName(session.user_agent)}, ${session.ip}`}
                aria-disabled={action.busy}
                onClick={() =>
                  void action.run(
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
      </Section>
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
    </>
  )
}
