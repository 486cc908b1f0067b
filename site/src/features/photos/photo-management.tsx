import { AccessDenied } from '../../ui/access-card'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { useAuth } from '../auth/use-auth'
import { usePageErrors } from '../../ui/page-errors'
import { CreateGallery } from './create-gallery'
import { ErrorBanner } from '../../ui/error-banner'
import { count } from '../../lib/count'
import { GalleryList } from './gallery-list'
import { ImageTable } from './image-table'
import { LoadFailure } from '../../ui/load-failure'
import work from '../../ui/work.module.css'
import { usePhotos } from './queries'
import { UploadForm } from './upload-form'

/** The staff's screen for pictures and galleries. Nothing is fetched for anybody else. */
export function PhotoManagement() {
  const { status, user } = useAuth()
  if (status === 'loading') return <LoadingPhotos />
  if (user?.is_staff !== true) {
    return <AccessDenied>You must be an administrator to manage photos and galleries.</AccessDenied>
  }
  return <PhotoScreen />
}

function PhotoScreen() {
  const { list, galleries, loading, failed, fetching, refetch } = usePhotos()
  const pageErrors = usePageErrors()
  if (loading) return <LoadingPhotos />
  return (
    <>
      <PageHead title="Photos and galleries">
        {list &&
          galleries &&
          `${count(list.total, 'photo')}, ${count(galleries.length, 'gallery', 'galleries')}`}
      </PageHead>
      <div className={work.stack} aria-busy={fetching}>
        <ErrorBanner pageErrors={pageErrors} />
        {failed && (
          <LoadFailure onRetry={refetch}>
            Failed to load images or galleries. Access denied or server error.
          </LoadFailure>
        )}
        <div className={work.forms}>
          <UploadForm galleries={galleries} pageErrors={pageErrors} />
          <CreateGallery pageErrors={pageErrors} />
        </div>
        <GalleryList galleries={galleries} />
        {list && <ImageTable list={list} galleries={galleries} pageErrors={pageErrors} />}
      </div>
    </>
  )
}

function LoadingPhotos() {
  return (
    <div aria-busy="true">
      <PageHead title="Photos and galleries">
        <span role="status">Loading photo management interface...</span>
      </PageHead>
      <Skeleton rows={6} />
    </div>
  )
}
