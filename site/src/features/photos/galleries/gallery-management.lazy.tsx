import { count } from '../../../lib/count'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { usePageErrors } from '../../../ui/form-errors'
import { useAuth } from '../../auth/use-auth'
import { BackToPhotos } from '../back-to-photos'
import { useGalleries } from '../queries'
import { GalleryRows } from './gallery-rows'

const texts = {
  title: 'Manage galleries',
  loading: 'Loading galleries...',
  denied: 'You must be an administrator to manage galleries.',
  failure: 'Failed to load galleries. Access denied or server error.',
}

/** The staff's screen for the galleries alone. */
export default function GalleryManagement() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <GalleryScreen />
    </StaffOnly>
  )
}

function GalleryScreen() {
  const { data: galleries, isPending, isError, isFetching, refetch } = useGalleries()
  const pageErrors = usePageErrors()
  const lists = { loading: isPending, failed: isError, fetching: isFetching, refetch: () => void refetch() }
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={galleries && count(galleries.length, 'gallery', 'galleries')}
      actions={<BackToPhotos />}
    >
      {galleries && <GalleryRows galleries={galleries} pageErrors={pageErrors} />}
    </ListScreen>
  )
}
