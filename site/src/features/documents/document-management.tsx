import { count } from '../../lib/count'
import { AccessDenied } from '../../ui/access-card'
import { usePageErrors } from '../../ui/page-errors'
import { ErrorBanner } from '../../ui/error-banner'
import { LoadFailure } from '../../ui/load-failure'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { useAuth } from '../auth/use-auth'
import { Categories } from './categories'
import work from '../../ui/work.module.css'
import { DocumentTable } from './document-table'
import { useDocuments } from './queries'
import { UploadForm } from './upload-form'

/** The staff's screen for documents and their categories. Nothing is fetched for anybody else. */
export function DocumentManagement() {
  const { status, user } = useAuth()
  if (status === 'loading') return <LoadingDocuments />
  if (user?.is_staff !== true) {
    return <AccessDenied>You must be an administrator to manage documents.</AccessDenied>
  }
  return <DocumentScreen />
}

function DocumentScreen() {
  const { documents, categories, loading, failed, fetching, refetch } = useDocuments()
  const pageErrors = usePageErrors()
  if (loading) return <LoadingDocuments />
  return (
    <>
      <PageHead title="Documents">
        {documents &&
          categories &&
          `${count(documents.length, 'document')}, ${count(categories.length, 'category', 'categories')}`}
      </PageHead>
      <div className={work.stack} aria-busy={fetching}>
        <ErrorBanner pageErrors={pageErrors} />
        {failed && (
          <LoadFailure onRetry={refetch}>
            Failed to load documents or categories. Access denied or server error.
          </LoadFailure>
        )}
        <div className={work.forms}>
          <UploadForm categories={categories} pageErrors={pageErrors} />
          <Categories categories={categories} pageErrors={pageErrors} />
        </div>
        {documents && <DocumentTable documents={documents} pageErrors={pageErrors} />}
      </div>
    </>
  )
}

function LoadingDocuments() {
  return (
    <div aria-busy="true">
      <PageHead title="Documents">
        <span role="status">Loading documents...</span>
      </PageHead>
      <Skeleton rows={6} />
    </div>
  )
}
