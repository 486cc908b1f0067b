import { useId, useState } from 'react'
import { IconCheck, IconDownload, IconHistory, IconStar, IconStarFilled, IconTrash } from '../../ui/icons'
import { deleteDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { DocumentRecord } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { IconButton, IconLink } from '../../ui/icon-button'
import type { PageErrors } from '../../ui/form-errors'
import { ActionsCell, Cell, DateCell, RecordCard, RecordRow, RecordTable } from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import styles from './documents.module.css'
import { iconOf } from './document-files'
import { lossOf, shownWhere } from './shown-where'
import { obstacle, useMarkCurrent } from './queries'
import { Versions } from './versions'

const columns = ['Name', 'Category', 'Current', 'Uploaded', 'Actions']

interface DocumentTableProps {
  documents: readonly DocumentRecord[]
  pageErrors: PageErrors
}

/** All documents, newest first. On a narrow screen each row becomes a card. */
export function DocumentTable({ documents, pageErrors }: DocumentTableProps) {
  const markCurrent = useMarkCurrent(pageErrors)
  const [open, setOpen] = useState<number | null>(null)
  const opened = documents.find(({ id }) => id === open)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this document?',
    action: 'Delete document',
    failure: 'Failed to delete document.',
    remove: deleteDocument,
    invalidates: queryKeys.documents,
    pageErrors,
  })
  return (
    <RecordCard
      id="documents"
      title="Documents"
      empty={documents.length === 0 && 'No documents uploaded yet.'}
    >
      <RecordTable labelledBy="documents" columns={columns} className={styles.table}>
        {documents.map((document) => {
          const { id, name, description, category_name, file_name, size } = document
          return (
            <RecordRow key={id} record={id} pending={removal.pendingId === id} className={styles.row}>
              <Cell className={styles.name}>
                <b>{name}</b>
                {description && <span className={styles.description}>{description}</span>}
                {file_name && (
                  <span className={styles.file}>
                    <Icon of={iconOf(file_name)} size={16} />
                    <span>{`${file_name}, ${bytes(size)}`}</span>
                  </span>
                )}
                {document.is_current && <span className={styles.description}>{shownWhere(document)}</span>}
              </Cell>
              <Cell className={styles.category}>{category_name ?? 'No category'}</Cell>
              <Cell className={styles.current}>
                {document.is_current && (
                  <Badge tone="honey">
                    <Icon of={IconCheck} size={14} />
                    Current
                  </Badge>
                )}
              </Cell>
              <DateCell time={document.uploaded_at} />
              <ActionsCell>
                <IconLink label={`Download ${name}`} href={document.download_url}>
                  <Icon of={IconDownload} />
                </IconLink>
                <MarkCurrent document={document} onMark={() => void markCurrent(document)} />
                <IconButton label={`Versions of ${name}`} onClick={() => setOpen(id)}>
                  <Icon of={IconHistory} />
                </IconButton>
                <IconButton
                  label={`Delete ${name}`}
                  onClick={() => void removal.start(document, lossOf(document))}
                >
                  <Icon of={IconTrash} />
                </IconButton>
              </ActionsCell>
            </RecordRow>
          )
        })}
      </RecordTable>
      {opened && <Versions document={opened} onClose={() => setOpen(null)} />}
    </RecordCard>
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
