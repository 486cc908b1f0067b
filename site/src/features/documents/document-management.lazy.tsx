import { useState } from 'react'
import { count } from '../../lib/text'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconUpload } from '../../ui/icons'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { usePageErrors } from '../../ui/form-errors'
import { useAuth } from '../auth/use-auth'
import { Categories } from './categories'
import { DocumentTable } from './document-table'
import { useDocuments } from './queries'
import { UploadForm } from './upload-form'

const texts = {
  title: 'Documents',
  loading: 'Loading documents...',
  denied: 'You must be an administrator to manage documents.',
  failure: 'Failed to load documents or categories. Access denied or server error.',
}

/** The staff's screen for documents and their categories. */
export default function DocumentManagement() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <DocumentScreen />
    </StaffOnly>
  )
}

function DocumentScreen() {
  const { documents, categories, ...lists } = useDocuments()
  const pageErrors = usePageErrors()
  const [uploading, setUploading] = useState(false)
  const summary =
    documents &&
    categories &&
    `${count(documents.length, 'document')} in ${count(categories.length, 'category', 'categories')}`
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={summary}
      actions={
        <Button variant="primary" aria-expanded={uploading} onClick={() => setUploading(true)}>
          <Icon of={IconUpload} size={18} />
          Upload document
        </Button>
      }
    >
      {documents && <DocumentTable documents={documents} categories={categories} pageErrors={pageErrors} />}
      <Categories documents={documents} categories={categories} pageErrors={pageErrors} />
      <UploadForm open={uploading} onClose={() => setUploading(false)} categories={categories} />
    </ListScreen>
  )
}
