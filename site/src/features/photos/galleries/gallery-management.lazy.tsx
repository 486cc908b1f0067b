import { count } from '../../../lib/text'
import { Icon } from '../../../ui/icon'
import { IconArrowLeft } from '../../../ui/icons'
import { WithRail } from '../../../ui/layout'
import { LinkButton } from '../../../ui/link'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { usePageErrors } from '../../../ui/form-errors'
import { useAuth } from '../../auth/use-auth'
import { CreateGallery } from './create-gallery'
import { useGalleries } from '../queries'
import { GalleryCards } from './gallery-cards'

const texts = {
  title: 'Galleries',
  loading: 'Loading galleries...',
  denied: 'You must be an administrator to manage galleries.',
  failure: 'Failed to load galleries. Access denied or server error.',
}

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
  const photos = galleries?.reduce((sum, { image_count }) => sum + image_count, 0) ?? 0
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={galleries && `${count(galleries.length, 'gallery', 'galleries')}, ${count(photos, 'photo')}`}
      actions={
        <LinkButton to="/photos">
          <Icon of={IconArrowLeft} size={18} />
          Back to Photo Management
        </LinkButton>
      }
    >
      <WithRail>
        {galleries ? <GalleryCards galleries={galleries} pageErrors={pageErrors} /> : <div />}
        <CreateGallery pageErrors={pageErrors} />
      </WithRail>
    </ListScreen>
  )
}
