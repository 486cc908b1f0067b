import { Fragment } from 'react'
import type { AuditEntry } from '../../api/types'
import { deviceName } from '../../lib/device-name'
import { capitalised, eventName } from '../../lib/event-name'
import { formatDay, Time } from '../../ui/date-time'
import { Icon } from '../../ui/icon'
import {
  IconAlertTriangle,
  IconFileText,
  IconHistory,
  IconKey,
  IconLogin,
  IconLogout,
  IconMail,
  IconPhoto,
  IconTrash,
  IconUser,
  IconWorld,
  type Icon as TablerIcon,
} from '../../ui/icons'
import { Cell, RecordRow, RecordTable } from '../../ui/record-table'
import { SiteLink } from '../../ui/link'
import styles from './admin.module.css'

const columns = [
  { label: 'Type', hidden: true, width: '4rem' },
  { label: 'Event', width: '20%' },
  'Details',
  { label: 'Who', width: '20%' },
  { label: 'Address', width: '14%' },
  { label: 'Time', number: true, width: '6rem' },
]

/** Entries of the audit log, grouped by day. On a narrow screen each row becomes a card. */
export function Entries({ labelledBy, entries }: { labelledBy: string; entries: readonly AuditEntry[] }) {
  const today = formatDay(new Date())
  return (
    <RecordTable labelledBy={labelledBy} columns={columns} className={styles.quiet}>
      {entries.map((entry, index) => {
        const day = formatDay(entry.at)
        const previous = entries[index - 1]
        return (
          <Fragment key={entry.id}>
            {(!previous || formatDay(previous.at) !== day) && (
              <tr role="row" className={styles.day}>
                <th role="rowheader" scope="rowgroup" colSpan={columns.length}>
                  {day === today ? `Today, ${day}` : day}
                </th>
              </tr>
            )}
            <Entry entry={entry} />
          </Fragment>
        )
      })}
    </RecordTable>
  )
}

function Entry({
  entry: { id, at, action, actor, kind, target_id, target, ip, detail },
}: {
  entry: AuditEntry
}) {
  const about = target_id === null ? target : target || `No. ${target_id}`
  const more = isSignIn(action) ? deviceName(detail) : detail
  return (
    <RecordRow record={id} pending={false}>
      <Cell data-tone={isFailure(action) ? 'danger' : undefined}>
        <Icon of={iconOf(action)} size={18} />
      </Cell>
      <Cell>{eventName(action)}</Cell>
      <Cell>
        {target_id === null || isSignIn(action) ? (
          <span>{isSignIn(action) ? more : about}</span>
        ) : (
          <SiteLink to={auditLink({ kind, target: String(target_id) })}>{about}</SiteLink>
        )}
        {more && !isSignIn(action) && <small>{more}</small>}
      </Cell>
      <Cell>{actor ? <SiteLink to={auditLink({ actor })}>{actor}</SiteLink> : 'Server'}</Cell>
      <Cell>{ip && <SiteLink to={auditLink({ ip })}>{ip}</SiteLink>}</Cell>
      <Cell number>
        <Time at={at} />
      </Cell>
    </RecordRow>
  )
}

export const auditLink = (query: Record<string, string>) =>
  `/backend/admin/audit/?${new URLSearchParams(query)}`

export const kindName = (kind: string) =>
  ({ image: 'Photo', image_file: 'Previous photo', text: 'Content' })[kind] ?? capitalised(kind)

/** The detail of these events is the browser's user agent. */
const isSignIn = (action: string) => action === 'sign-in' || action === 'app token used'

const isFailure = (action: string) => /refused|reused/.test(action)

const icons: readonly [RegExp, TablerIcon][] = [
  [/refused|reused/, IconAlertTriangle],
  [/^sign-in/, IconLogin],
  [/^sign-out|sessions/, IconLogout],
  [/deleted/, IconTrash],
  [/password|reset|factor|token/, IconKey],
  [/mail/, IconMail],
  [/^image|^gallery/, IconPhoto],
  [/^document|^category|current/, IconFileText],
  [/^texts|build/, IconWorld],
  [/user|staff|activated/, IconUser],
]

const iconOf = (action: string) => icons.find(([pattern]) => pattern.test(action))?.[1] ?? IconHistory
