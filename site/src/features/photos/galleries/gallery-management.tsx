import { IconArrowLeft } from '../../../ui/icons'
import { count } from '../../../lib/count'
import { AccessDenied } from '../../../ui/access-card'
import { usePageErrors } from '../../../ui/page-errors'
import { ErrorBanner } from '../../../ui/error-banner'
import { Icon } from '../../../ui/icon'
import { LinkButton } from '../../../ui/link-button'
import { LoadFailure } from '../../../ui/load-failure'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import { useAuth } from '../../auth/use-auth'
import { useGalleries } from '../queries'
import { GalleryRows } from './gallery-rows'
import work from '../../../ui/work.module.css'

/** The staff's screen for the galleries alone. Nothing is fetched for anybody else. */
export function GalleryManagement() {
  const { status, user } = useAuth()
  if (status === 'loading') return <LoadingGalleries />
  if (user?.is_staff !== true) {
    return <AccessDenied>You must be an administrator to manage galleries.</AccessDenied>
  }
  return <GalleryScreen />
}

function GalleryScreen() {
  const { data: galleries, isPending, isError, isFetching, refetch } = useGalleries()
  const pageErrors = usePageErrors()
  if (isPending) return <LoadingGalleries />
  return (
    <>
      <PageHead title="Manage galleries" actions={<BackToPhotos />}>
        {galleries && count(galleries.length, 'gallery', 'galleries')}
      </PageHead>
      <div className={work.stack} aria-busy={isFetching}>
        <ErrorBanner pageErrors={pageErrors} />
        {isError && (
          <LoadFailure onRetry={() => void refetch()}>
            Failed to load galleries. Access denied or server error.
          </LoadFailure>
        )}
        {galleries && <GalleryRows galleries={galleries} pageErrors={pageErrors} />}
      </div>
    </>
  )
}

function BackToPhotos() {
  return (
    <LinkButton to="/photos">
      <Icon of={IconArrowLeft} />
      Back to Photo Management
    </LinkButton>
  )
}

function LoadingGalleries() {
  return (
    <div aria-busy="true">
      <PageHead title="Manage galleries">
        <span role="status">Loading galleries...</span>
      </PageHead>
      <Skeleton rows={4} />
    </div>
  )
}
