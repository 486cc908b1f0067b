import { useRef, useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { deleteForGood } from '../../api/trash'
import { useRestore } from '../../api/use-restore'
import type { TrashItem, TrashKind } from '../../api/types'
import { bytes } from '../../lib/text'
import type { PageErrors } from '../../ui/form-errors'
import { RowTile } from '../../ui/icon-tile'
import { Thumbnail } from '../../ui/photo'
import {
  IconFilePencil,
  IconFileText,
  IconFolders,
  IconHistory,
  IconInbox,
  IconLibraryPhoto,
  IconPhoto,
  IconTrash,
  type Icon as TablerIcon,
} from '../../ui/icons'
import { Cell, DateCell, RecordRow, RecordTable } from '../../ui/record-table'
import { ActionsCell } from '../../ui/row-actions'
import { focusAfterRemoval } from '../../ui/focus'
import { reportRestored, useRemoval } from '../../ui/use-removal'

const columns = [
  { label: 'Thumbnail', hidden: true, width: '4.5rem' },
  'Name',
  { label: 'Kind', width: '14%' },
  { label: 'Deleted by', width: '16%' },
  { label: 'Deleted', width: '8rem' },
  { label: 'Days left', number: true, width: '5rem' },
  { label: 'Actions', number: true, width: '9rem' },
]
const dayLength = 24 * 60 * 60_000
const soon = 3

interface TrashTableProps {
  items: readonly TrashItem[]
  /** How many items are on the pages before. */
  first: number
  /** How many there are on all pages. */
  total: number
  pageErrors: PageErrors
}

/** A page of the trash. On a narrow screen each row becomes a card. */
export function TrashTable({ items, first, total, pageErrors }: TrashTableProps) {
  const restore = useRestore()
  const restoring = useRef(new Set<string>())
  const removal = useRemoval({
    question: 'Are you sure you want to delete this forever?',
    action: 'Delete forever',
    failure: 'Failed to delete it.',
    remove: deleteForGood,
    invalidates: queryKeys.trash,
    pageErrors,
  })
  return (
    <RecordTable labelledBy="trash" columns={columns} total={total}>
      {items.map((item, index) => (
        <TrashRow
          key={item.id}
          item={item}
          index={first + index}
          pending={removal.pendingId === item.id}
          onRestore={() => {
            // The row is there until the list has loaded again.
            if (restoring.current.has(item.id)) return
            restoring.current.add(item.id)
            pageErrors.clear()
            const focusOn = focusAfterRemoval(item.id)
            void reportRestored(restore([item.id]), `“${item.name}”`).then(() => {
              restoring.current.delete(item.id)
              focusOn()
            })
          }}
          onDelete={() => void removal.start(item, "You can't restore it afterwards.")}
        />
      ))}
    </RecordTable>
  )
}

interface TrashRowProps {
  item: TrashItem
  /** Its index in the whole list, of which the table shows a page. */
  index: number
  pending: boolean
  onRestore: () => void
  onDelete: () => void
}

function TrashRow({ item, index, pending, onRestore, onDelete }: TrashRowProps) {
  const { id, kind, thumbnail_url, deleted_at, deleted_by, expires_at } = item
  const name = item.name || 'Untitled'
  const [now] = useState(Date.now)
  const left = expires_at ? Math.max(0, Math.ceil((Date.parse(expires_at) - now) / dayLength)) : undefined
  return (
    <RecordRow record={id} pending={pending} aria-rowindex={index + 2}>
      <Cell>
        {thumbnail_url ? <Thumbnail src={thumbnail_url} alt="" /> : <RowTile of={kinds[kind].icon} />}
      </Cell>
      <Cell>
        {name}
        {item.bytes ? <small>{bytes(item.bytes)}</small> : null}
      </Cell>
      <Cell>{kinds[kind].one}</Cell>
      <Cell data-before="by">{deleted_by ?? 'Unknown'}</Cell>
      <DateCell time={deleted_at} />
      <Cell
        number
        data-after="days left"
        data-tone={left !== undefined && left <= soon ? 'danger' : undefined}
      >
        {left}
      </Cell>
      <ActionsCell
        of={name}
        actions={[
          { text: 'Restore', label: `Restore ${name}`, icon: IconHistory, as: 'text', onSelect: onRestore },
          {
            text: 'Delete forever',
            label: `Delete ${name} forever`,
            icon: IconTrash,
            as: 'icon',
            danger: true,
            onSelect: onDelete,
          },
        ]}
      />
    </RecordRow>
  )
}

export const kinds: Record<TrashKind, { one: string; many: string; icon: TablerIcon }> = {
  image: { one: 'Photo', many: 'Photos', icon: IconPhoto },
  text: { one: 'Text', many: 'Texts', icon: IconFilePencil },
  image_file: { one: 'Previous photo', many: 'Previous photos', icon: IconPhoto },
  document: { one: 'Document', many: 'Documents', icon: IconFileText },
  category: { one: 'Category', many: 'Categories', icon: IconFolders },
  message: { one: 'Message', many: 'Messages', icon: IconInbox },
  gallery: { one: 'Gallery', many: 'Galleries', icon: IconLibraryPhoto },
}
