import type { AuditEntry } from '../../api/types'
import { deviceName } from '../../lib/device-name'
import { Badge } from '../../ui/badge'
import { DateTime } from '../../ui/date-time'
import { Cell, RecordRow, RecordTable } from '../../ui/record-table'
import { SiteLink } from '../../ui/site-link'
import styles from './admin.module.css'

const columns = ['When', 'What', 'Who', 'To what', 'From']

/** Entries of the audit log. On a narrow screen each row becomes a card. */
export function Entries({ labelledBy, entries }: { labelledBy: string; entries: readonly AuditEntry[] }) {
  return (
    <RecordTable labelledBy={labelledBy} columns={columns} className={styles.entries}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </RecordTable>
  )
}

function Entry({
  entry: { id, at, action, actor, kind, target_id, target, ip, detail },
}: {
  entry: AuditEntry
}) {
  return (
    <RecordRow record={id} pending={false} className={styles.row}>
      <Cell>
        <DateTime at={at} />
      </Cell>
      <Cell>
        <Badge tone={toneOf(action)}>{eventName(action)}</Badge>{' '}
        <span>{isSignIn(action) ? deviceName(detail) : detail}</span>
      </Cell>
      <Cell>{actor ? <SiteLink to={auditLink({ actor })}>{actor}</SiteLink> : <span>Unknown</span>}</Cell>
      <Cell>
        <span>{kindName(kind)}</span>{' '}
        {target_id === null ? (
          <span>{target}</span>
        ) : (
          <SiteLink to={auditLink({ kind, target: String(target_id) })}>
            {target || `No. ${target_id}`}
          </SiteLink>
        )}
      </Cell>
      <Cell>{ip && <SiteLink to={auditLink({ ip })}>{ip}</SiteLink>}</Cell>
    </RecordRow>
  )
}

export const auditLink = (query: Record<string, string>) =>
  `/backend/admin/audit/?${new URLSearchParams(query)}`

/** Events whose name in the API is not what staff call them. */
const eventNames: Record<string, string> = {
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'refresh reused': 'Session token reused',
  'reset asked': 'Password reset requested',
  'reset done': 'Password reset',
  'e-mail change asked': 'E-mail change requested',
  'staff given': 'Staff access granted',
  'staff taken': 'Staff access removed',
  activated: 'Account activated',
  deactivated: 'Account deactivated',
  'marked current': 'Document made current',
  'texts published': 'Content published',
  'texts scheduled': 'Content scheduled',
  'deleted for good': 'Permanently deleted',
  'build asked': 'Build requested',
  'mail forgotten': 'Mail discarded',
  'throttle lifted': 'Limit cleared',
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What happened, in the past tense. */
export const eventName = (action: string) => eventNames[action] ?? capitalised(action)

/** What it happened to. */
export const kindName = (kind: string) =>
  ({ image: 'Photo', image_file: 'Previous photo', text: 'Content' })[kind] ?? capitalised(kind)

/** Their detail is how the browser names itself. */
const isSignIn = (action: string) => action === 'sign-in' || action === 'app token used'

/** Highlights refusals and irreversible actions. */
function toneOf(action: string) {
  if (/refused|reused/.test(action)) return 'danger'
  return /deleted|staff|activated/.test(action) ? 'honey' : 'plain'
}
