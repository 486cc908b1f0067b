import { useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { revokeShare } from '../../api/shares'
import type { Share } from '../../api/types'
import type { PageErrors } from '../../ui/form-errors'
import { RowTile } from '../../ui/icon-tile'
import { IconCalendarTime, IconX } from '../../ui/icons'
import { Cell, RecordRow, RecordTable } from '../../ui/record-table'
import { ActionsCell, type RowActionProps } from '../../ui/row-actions'
import { showToast } from '../../ui/toast'
import { useRemoval } from '../../ui/use-removal'
import { ExtendDialog } from './extend-dialog'
import { forWhom, icons, openedOn, untilOf } from './texts'
import styles from './shares.module.css'

const columns = [
  { label: 'Kind', hidden: true, width: '4.5rem' },
  'Shared',
  { label: 'For', width: '18%' },
  { label: 'Until', width: '9.5rem' },
  { label: 'Views', number: true, width: '4rem' },
  { label: 'Downloads', number: true, width: '5.75rem' },
  { label: 'Last opened', width: '8rem', className: styles.wide },
  { label: 'Actions', number: true, className: styles.actions },
]

interface ShareTableProps {
  shares: readonly Share[]
  /** How many shares are on the pages before. */
  first: number
  /** How many there are on all pages. */
  total: number
  pageErrors: PageErrors
}

/** A page of the shares. On a narrow screen each row becomes a card. */
export function ShareTable({ shares, first, total, pageErrors }: ShareTableProps) {
  const [extended, setExtended] = useState<Share | null>(null)
  const removal = useRemoval({
    question: (name) => `Revoke the link to ${name}?`,
    action: 'Revoke',
    failure: 'Failed to revoke the link.',
    remove: revokeShare,
    onRemoved: () => showToast('Link revoked'),
    invalidates: queryKeys.shares,
    pageErrors,
  })
  return (
    <>
      <RecordTable labelledBy="shares" columns={columns} total={total} className={styles.table}>
        {shares.map((share, index) => (
          <ShareRow
            key={share.id}
            share={share}
            index={first + index}
            pending={removal.pendingId === share.id}
            onExtend={() => setExtended(share)}
            onRevoke={() => void removal.start(share, 'It stops working at once.')}
          />
        ))}
      </RecordTable>
      {extended && <ExtendDialog share={extended} onClose={() => setExtended(null)} />}
    </>
  )
}

interface ShareRowProps {
  share: Share
  /** Its index in the whole list, of which the table shows a page. */
  index: number
  pending: boolean
  onExtend: () => void
  onRevoke: () => void
}

function ShareRow({ share, index, pending, onExtend, onRevoke }: ShareRowProps) {
  const { id, kind, name, label, views, downloads, until, state } = share
  const actions: RowActionProps[] = []
  if (state === 'active' || state === 'expired')
    actions.push({
      text: 'Extend',
      label: `Extend ${name}`,
      icon: IconCalendarTime,
      as: 'text',
      onSelect: onExtend,
    })
  if (state === 'active')
    actions.push({
      text: 'Revoke',
      label: `Revoke ${name}`,
      icon: IconX,
      as: 'text',
      danger: true,
      onSelect: onRevoke,
    })
  return (
    <RecordRow record={id} pending={pending} aria-rowindex={index + 2}>
      <Cell>
        <RowTile of={icons[kind]} />
      </Cell>
      <Cell>
        {name}
        <small>{label || 'No label'}</small>
      </Cell>
      <Cell className={styles.line}>{forWhom(share)}</Cell>
      <Cell className={styles.line} data-before={until && state === 'active' ? 'Until' : undefined}>
        {untilOf(share)}
      </Cell>
      <Cell number data-after={views === 1 ? 'view,' : 'views,'}>
        {views.toLocaleString()}
      </Cell>
      <Cell number data-after={downloads === 1 ? 'download' : 'downloads'}>
        {downloads.toLocaleString()}
      </Cell>
      <Cell data-wide className={styles.wide}>
        {openedOn(share)}
      </Cell>
      <ActionsCell of={name} narrow="(width < 80rem)" actions={actions} />
    </RecordRow>
  )
}
