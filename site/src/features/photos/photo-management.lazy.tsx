import { count } from '../../lib/count'
import { LinkButton } from '../../ui/link-button'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { usePageErrors } from '../../ui/form-errors'
import work from '../../ui/work.module.css'
import { useAuth } from '../auth/use-auth'
import { CreateGallery } from './create-gallery'
import { GalleryList } from './gallery-list'
import { withDistinctNames } from './image-labels'
import { ImageTable } from './image-table'
import { usePhotos } from './queries'
import { UploadForm } from './upload-form'

const texts = {
  title: 'Photos and galleries',
  loading: 'Loading photo management interface...',
  denied: 'You must be an administrator to manage photos and galleries.',
  failure: 'Failed to load images or galleries. Access denied or server error.',
}

/** The staff's screen for photos and galleries. */
export default function PhotoManagement() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <PhotoScreen />
    </StaffOnly>
  )
}

function PhotoScreen() {
  const { list, galleries, ...lists } = usePhotos()
  const pageErrors = usePageErrors()
  const choices = galleries && withDistinctNames(galleries)
  const summary =
    list && galleries && `${count(list.total, 'photo')}, ${count(galleries.length, 'gallery', 'galleries')}`
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={summary}
      actions={<LinkButton to="/trash?kind=image">Deleted photos</LinkButton>}
    >
      <div className={work.forms}>
        <UploadForm galleries={choices} pageErrors={pageErrors} />
        <CreateGallery galleries={galleries} pageErrors={pageErrors} />
      </div>
      <GalleryList galleries={galleries} />
      {list && <ImageTable list={list} galleries={choices} pageErrors={pageErrors} />}
    </ListScreen>
  )
}
