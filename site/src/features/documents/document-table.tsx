import { useState } from 'react'
import { deleteDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category, DocumentRecord } from '../../api/types'
import { bytes } from '../../lib/bytes'
import { Badge } from '../../ui/badge'
import type { PageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconCheck, IconDownload, IconHistory, IconPencil, IconTrash } from '../../ui/icons'
import { Menu, MenuItem } from '../../ui/menu'
import {
  ActionsCell,
  Cell,
  DateCell,
  RecordCard,
  RecordRow,
  RecordTable,
  RowAction,
} from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import { iconOf } from './document-files'
import styles from './documents.module.css'
import { EditDocument } from './edit-document'
import { obstacle, useMarkCurrent } from './queries'
import { lossOf, shownWhere } from './shown-where'
import { Versions } from './versions'

const columns = ['Name', 'Category', 'Current', 'Uploaded', { label: 'Actions', number: true }]

interface DocumentTableProps {
  documents: readonly DocumentRecord[]
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
}

/** All documents, newest first. On a narrow screen each row becomes a card. */
export function DocumentTable({ documents, categories, pageErrors }: DocumentTableProps) {
  const markCurrent = useMarkCurrent(pageErrors)
  const [open, setOpen] = useState<{ id: number; dialog: 'edit' | 'versions' } | null>(null)
  const opened = documents.find(({ id }) => id === open?.id)
  const close = () => setOpen(null)
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
      hideTitle
      empty={documents.length === 0 && 'No documents uploaded yet.'}
    >
      <RecordTable labelledBy="documents" columns={columns} className={styles.table}>
        {documents.map((document) => {
          const { id, name, description, category_name, file_name, size } = document
          return (
            <RecordRow key={id} record={id} pending={removal.pendingId === id} className={styles.row}>
              <Cell className={styles.name}>
                <button
                  type="button"
                  className={styles.open}
                  aria-label={`Edit ${name}`}
                  onClick={() => setOpen({ id, dialog: 'edit' })}
                >
                  {name}
                </button>
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
                <RowAction
                  aria-label={`Replace file: ${name}`}
                  onClick={() => setOpen({ id, dialog: 'edit' })}
                >
                  Replace file
                </RowAction>
                <RowAction
                  aria-label={`Make current: ${name}`}
                  reason={obstacle(document)}
                  onClick={() => void markCurrent(document)}
                >
                  Make current
                </RowAction>
                <IconButton
                  small
                  label={`Delete ${name}`}
                  onClick={() => void removal.start(document, lossOf(document))}
                >
                  <Icon of={IconTrash} />
                </IconButton>
                <Menu label={`More for ${name}`}>
                  <MenuItem icon={IconPencil} onSelect={() => setOpen({ id, dialog: 'edit' })}>
                    Edit details
                  </MenuItem>
                  <MenuItem icon={IconHistory} onSelect={() => setOpen({ id, dialog: 'versions' })}>
                    Versions
                  </MenuItem>
                  <MenuItem icon={IconDownload} href={document.download_url} download>
                    Download
                  </MenuItem>
                </Menu>
              </ActionsCell>
            </RecordRow>
          )
        })}
      </RecordTable>
      {opened && open?.dialog === 'versions' && <Versions document={opened} onClose={close} />}
      {opened && open?.dialog === 'edit' && (
        <EditDocument document={opened} categories={categories} onClose={close} />
      )}
    </RecordCard>
  )
}
