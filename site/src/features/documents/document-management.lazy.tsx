import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { count } from '../../lib/text'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconUpload } from '../../ui/icons'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { usePageErrors } from '../../ui/form-errors'
import { useAuth } from '../auth/use-auth'
import { Categories } from './categories'
import { isPublicCv } from './document-files'
import { DocumentTable, type OpenedDialog } from './document-table'
import { useDocuments } from './queries'
import { UploadForm } from './upload-form'
import { YourCv } from './your-cv'

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
  const { documents, sources, categories, ...lists } = useDocuments()
  const pageErrors = usePageErrors()
  const { hash } = useLocation()
  // The dashboard's link replaces the owner's own file, or uploads one.
  const replacesCv = hash === '#replace-cv'
  const ownCv = documents?.find((document) => isPublicCv(document) && !document.from_content)
  const [opened, setOpened] = useState<OpenedDialog | null>()
  const asked = replacesCv && documents !== undefined && opened === undefined
  const dialog = asked && ownCv ? { id: ownCv.id, dialog: 'edit' as const } : (opened ?? null)
  const [upload = { open: asked && !ownCv, cv: replacesCv }, setUpload] = useState<{
    open: boolean
    cv: boolean
  }>()
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
        <Button
          variant="primary"
          aria-expanded={upload.open}
          onClick={() => setUpload({ open: true, cv: false })}
        >
          <Icon of={IconUpload} size={18} />
          Upload document
        </Button>
      }
    >
      {documents && sources && (
        <YourCv
          documents={documents}
          sources={sources}
          pageErrors={pageErrors}
          onUpload={() => setUpload({ open: true, cv: true })}
          onReplace={(id) => setOpened({ id, dialog: 'edit' })}
        />
      )}
      {documents && (
        <DocumentTable
          documents={documents}
          categories={categories}
          pageErrors={pageErrors}
          opened={dialog}
          onOpen={setOpened}
        />
      )}
      <Categories documents={documents} categories={categories} pageErrors={pageErrors} />
      <UploadForm
        key={String(upload.cv)}
        open={upload.open}
        onClose={() => setUpload({ ...upload, open: false })}
        categories={categories}
        cv={upload.cv}
      />
    </ListScreen>
  )
}
