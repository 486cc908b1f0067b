import { useId } from 'react'
import { IconCheck, IconDownload, IconStar, IconStarFilled, IconTrash } from '../../ui/icons'
import type { DocumentRecord } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconLink } from '../../ui/icon-link'
import { ActionsCell, Cell, DateCell, RecordRow } from '../../ui/record-table'
import styles from './document-table.module.css'
import { iconOf } from './file-icon'
import { obstacle } from './use-mark-current'

interface DocumentRowProps {
  document: DocumentRecord
  pending: boolean
  onMarkCurrent: () => void
  onDelete: () => void
}

/** A document, and what can be done with it. */
export function DocumentRow({ document, pending, onMarkCurrent, onDelete }: DocumentRowProps) {
  const { id, name, description, category_name, is_current, uploaded_at, file_name, size } = document
  return (
    <RecordRow record={id} pending={pending} className={styles.row}>
      <Cell className={styles.name}>
        <span className={styles.title}>{name}</span>
        {description && <span className={styles.description}>{description}</span>}
        {file_name && (
          <span className={styles.file}>
            <Icon of={iconOf(file_name)} size={16} />
            {file_name}
            {size !== undefined && `, ${bytes(size)}`}
          </span>
        )}
      </Cell>
      <Cell className={styles.category}>{category_name ?? 'No category'}</Cell>
      <Cell className={styles.current}>
        {is_current && (
          <Badge tone="honey">
            <Icon of={IconCheck} size={14} />
            Current
          </Badge>
        )}
      </Cell>
      <DateCell time={uploaded_at} />
      <ActionsCell>
        <IconLink label={`Download ${name}`} href={document.download_url}>
          <Icon of={IconDownload} />
        </IconLink>
        <MarkCurrent document={document} onMark={onMarkCurrent} />
        <IconButton label={`Delete ${name}`} onClick={onDelete}>
          <Icon of={IconTrash} />
        </IconButton>
      </ActionsCell>
    </RecordRow>
  )
}

function MarkCurrent({ document, onMark }: { document: DocumentRecord; onMark: () => void }) {
  const id = useId()
  const reason = obstacle(document)
  return (
    <>
      <IconButton
        label={`Mark ${document.name} as current`}
        title={reason}
        aria-disabled={reason !== undefined}
        aria-describedby={reason === undefined ? undefined : id}
        onClick={onMark}
      >
        <Icon of={document.is_current ? IconStarFilled : IconStar} />
      </IconButton>
      {reason !== undefined && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  )
}
