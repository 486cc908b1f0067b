import { deleteDocument } from '../../api/documents'
import { queryKeys } from '../../api/query-keys'
import type { DocumentRecord } from '../../api/types'
import type { PageErrors } from '../../ui/page-errors'
import { RecordCard } from '../../ui/record-card'
import { RecordTable } from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import { DocumentRow } from './document-row'
import styles from './document-table.module.css'
import { useMarkCurrent } from './use-mark-current'

const columns = ['Name', 'Category', 'Current', 'Uploaded', 'Actions']

interface DocumentTableProps {
  documents: readonly DocumentRecord[]
  pageErrors: PageErrors
}

/** All documents, newest first. On a narrow screen each row becomes a card. */
export function DocumentTable({ documents, pageErrors }: DocumentTableProps) {
  const markCurrent = useMarkCurrent(pageErrors)
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
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            pending={removal.pendingId === document.id}
            onMarkCurrent={() => void markCurrent(document)}
            onDelete={() => void removal.start(document.id)}
          />
        ))}
      </RecordTable>
    </RecordCard>
  )
}
