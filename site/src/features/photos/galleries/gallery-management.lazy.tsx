import { IconArrowLeft } from '../../../ui/icons'
import { count } from '../../../lib/count'
import { Icon } from '../../../ui/icon'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { usePageErrors } from '../../../ui/form-errors'
import { useAuth } from '../../auth/use-auth'
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
  const back = (
    <LinkButton to="/photos">
      <Icon of={IconArrowLeft} />
      Back to Photo Management
    </LinkButton>
  )
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={galleries && count(galleries.length, 'gallery', 'galleries')}
      actions={back}
    >
      {galleries && <GalleryRows galleries={galleries} pageErrors={pageErrors} />}
    </ListScreen>
  )
}
