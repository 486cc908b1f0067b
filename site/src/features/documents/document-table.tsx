import { useState } from 'react'
import { deleteDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { Category, DocumentRecord } from '../../api/types'
import { share } from '../../lib/sharing'
import { bytes } from '../../lib/text'
import { Badge } from '../../ui/badge'
import type { PageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { RowTile } from '../../ui/icon-tile'
import {
  IconCheck,
  IconDownload,
  IconFileUpload,
  IconHistory,
  IconLink,
  IconPencil,
  IconShare,
  IconStar,
  IconTrash,
} from '../../ui/icons'
import {
  Cell,
  DateCell,
  FilterSelect,
  RecordCard,
  RecordRow,
  RecordTable,
  SearchField,
  TableToolbar,
} from '../../ui/record-table'
import { ActionsCell } from '../../ui/row-actions'
import { showErrorToast, showToast } from '../../ui/toast'
import { useRestore } from '../../api/use-restore'
import { useRemoval } from '../../ui/use-removal'
import { iconOf, lossOf } from './document-files'
import styles from './documents.module.css'
import { EditDocument } from './edit-document'
import { obstacle, useMarkCurrent } from './queries'
import { Versions } from './versions'

const columns = [
  { label: 'Type', hidden: true, width: '4.5rem' },
  'Name',
  { label: 'Category', width: '14%', className: styles.roomy },
  { label: 'Current', width: '7.5rem', className: styles.roomy },
  { label: 'Downloads', number: true, width: '6.5rem', className: styles.roomy },
  { label: 'Uploaded', width: '8rem' },
  { label: 'Actions', number: true, className: styles.actions },
]

/** The dialog of a document. */
export interface OpenedDialog {
  id: number
  dialog: 'edit' | 'versions'
}

interface DocumentTableProps {
  documents: readonly DocumentRecord[]
  /** Undefined when they could not be loaded. */
  categories: readonly Category[] | undefined
  pageErrors: PageErrors
  opened: OpenedDialog | null
  onOpen: (opened: OpenedDialog | null) => void
}

/** All documents, newest first. On a narrow screen each row becomes a card. */
export function DocumentTable(props: DocumentTableProps) {
  const { documents, categories, pageErrors, opened: open, onOpen } = props
  const markCurrent = useMarkCurrent(pageErrors)
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState('')
  const opened = documents.find(({ id }) => id === open?.id)
  const close = () => onOpen(null)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this document?',
    action: 'Delete document',
    failure: 'Failed to delete document.',
    remove: deleteDocument,
    restore: useRestore(),
    invalidates: queryKeys.documents,
    pageErrors,
  })
  const shown = documents.filter((document) => matches(document, search, category))
  const empty =
    documents.length === 0 ? 'No documents uploaded yet.' : shown.length === 0 && 'No documents match.'
  return (
    <RecordCard id="documents" title="Documents" hideTitle empty={empty}>
      {documents.length > 0 && (
        <TableToolbar>
          <SearchField
            label="Search documents"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <FilterSelect
            label="Filter by category"
            value={category}
            onChange={({ target }) => setCategory(target.value)}
          >
            <option value="">All categories</option>
            {categories?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="none">No category</option>
          </FilterSelect>
        </TableToolbar>
      )}
      {shown.length > 0 && (
        <RecordTable labelledBy="documents" columns={columns}>
          {shown.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              pending={removal.pendingId === document.id}
              onOpen={(dialog) => onOpen({ id: document.id, dialog })}
              onMakeCurrent={() => void markCurrent(document)}
              onDelete={() => void removal.start(document, lossOf(document))}
            />
          ))}
        </RecordTable>
      )}
      {opened && open?.dialog === 'versions' && <Versions document={opened} onClose={close} />}
      {opened && open?.dialog === 'edit' && (
        <EditDocument document={opened} categories={categories} onClose={close} />
      )}
    </RecordCard>
  )
}

function matches({ name, description, file_name, category }: DocumentRecord, search: string, chosen: string) {
  const found = [name, description, file_name].join('\n').toLowerCase().includes(search.trim().toLowerCase())
  return found && (chosen === '' || chosen === String(category ?? 'none'))
}

interface DocumentRowProps {
  document: DocumentRecord
  pending: boolean
  onOpen: (dialog: 'edit' | 'versions') => void
  onMakeCurrent: () => void
  onDelete: () => void
}

function DocumentRow({ document, pending, onOpen, onMakeCurrent, onDelete }: DocumentRowProps) {
  const { id, name, category_name, file_name, size, is_current, download_url } = document
  const edit = () => onOpen('edit')
  return (
    <RecordRow record={id} pending={pending}>
      <Cell>
        <RowTile of={iconOf(file_name)} />
      </Cell>
      <Cell>
        <button type="button" className={styles.open} aria-label={`Edit ${name}`} onClick={edit}>
          {name}
        </button>
        {file_name && <small>{`${file_name}, ${bytes(size)}`}</small>}
      </Cell>
      <Cell className={styles.roomy}>{category_name ?? 'No category'}</Cell>
      <Cell className={styles.roomy}>
        {is_current && (
          <Badge tone="honey">
            <Icon of={IconCheck} size={14} />
            Current
          </Badge>
        )}
      </Cell>
      <Cell number data-wide className={styles.roomy}>
        {document.downloads.toLocaleString()}
      </Cell>
      <DateCell time={document.uploaded_at} wide />
      <ActionsCell
        of={name}
        narrow="(width < 80rem)"
        actions={[
          ...(document.from_content
            ? []
            : [
                {
                  text: 'Replace file',
                  label: `Replace file: ${name}`,
                  icon: IconFileUpload,
                  as: 'text' as const,
                  onSelect: edit,
                },
              ]),
          {
            text: 'Share',
            label: `Share ${name}`,
            icon: IconShare,
            as: 'text',
            onSelect: () => share({ name, thing: { kind: 'document', document: id } }),
          },
          { text: 'Make current', icon: IconStar, reason: obstacle(document), onSelect: onMakeCurrent },
          { text: 'Edit details', icon: IconPencil, onSelect: edit },
          { text: 'Versions', icon: IconHistory, onSelect: () => onOpen('versions') },
          { text: 'Download', icon: IconDownload, href: download_url, download: true },
          {
            text: 'Copy public link',
            icon: IconLink,
            reason: is_current ? undefined : 'Only a current document is public.',
            onSelect: () => void copyLink(download_url),
          },
          {
            text: 'Delete',
            label: `Delete ${name}`,
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

async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(address, location.href).href)
    showToast('Link copied.')
  } catch {
    showErrorToast('Your browser did not allow it. Download the document and copy its address.')
  }
}
