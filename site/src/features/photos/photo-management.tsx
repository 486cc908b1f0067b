import { AccessDenied } from '../../ui/access-card'
import { PageHead } from '../../ui/page-head'
import { useAuth } from '../auth/use-auth'
import { usePageErrors } from '../../ui/page-errors'
import { CreateGallery } from './create-gallery'
import { ErrorBanner } from '../../ui/error-banner'
import { count } from '../../lib/count'
import { GalleryList } from './gallery-list'
import { ImageTable } from './image-table'
import { LoadFailure } from '../../ui/load-failure'
import { LoadingPhotos } from './loading-photos'
import styles from './photo-management.module.css'
import { usePhotos, useReloadPhotos } from './queries'
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
  const { images, complete, galleries, loading, failed, reloading } = usePhotos()
  const reload = useReloadPhotos()
  const pageErrors = usePageErrors()
  if (loading) return <LoadingPhotos />
  const counted = images && complete && galleries
  return (
    <>
      <PageHead title="Photos and galleries">
        {counted && `${count(images.length, 'photo')}, ${count(galleries.length, 'gallery', 'galleries')}`}
      </PageHead>
      <div className={styles.regions} aria-busy={reloading}>
        <ErrorBanner pageErrors={pageErrors} />
        {failed && (
          <LoadFailure onRetry={() => void reload()}>
            Failed to load images or galleries. Access denied or server error.
          </LoadFailure>
        )}
        <div className={styles.forms}>
          <UploadForm galleries={galleries} pageErrors={pageErrors} onUploaded={reload} />
          <CreateGallery pageErrors={pageErrors} onCreated={reload} />
        </div>
        <GalleryList galleries={galleries} />
        {images && (
          <ImageTable
            images={images}
            complete={complete}
            galleries={galleries}
            pageErrors={pageErrors}
            reload={reload}
          />
        )}
      </div>
    </>
  )
}
