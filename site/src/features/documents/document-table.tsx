import { deleteDocument } from '../../api/documents'
import type { DocumentRecord } from '../../api/types'
import { RecordCard } from '../../ui/record-card'
import { RecordRows, RecordTable } from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import type { Actions } from './actions'
import { DocumentRow } from './document-row'
import styles from './document-table.module.css'
import { useMarkCurrent } from './use-mark-current'

const columns = ['Name', 'Category', 'Current', 'Uploaded', 'Actions']

/** The documents there are, newest first. On a narrow screen each row becomes a card. */
export function DocumentTable({ documents, ...actions }: Actions & { documents: readonly DocumentRecord[] }) {
  const marking = useMarkCurrent(actions)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this document?',
    action: 'Delete document',
    failure: 'Failed to delete document.',
    remove: deleteDocument,
    ...actions,
  })
  return (
    <RecordCard
      id="documents"
      title="Documents"
      empty={documents.length === 0 && 'No documents uploaded yet.'}
    >
      <RecordTable labelledBy="documents" columns={columns} className={styles.table}>
        <RecordRows>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              pending={removal.pendingId === document.id}
              onMarkCurrent={() => void marking.start(document)}
              onDelete={() => void removal.start(document.id)}
            />
          ))}
        </RecordRows>
      </RecordTable>
    </RecordCard>
  )
}
