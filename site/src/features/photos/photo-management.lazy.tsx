import { useLocation } from 'react-router-dom'
import { count } from '../../lib/count'
import { LinkButton } from '../../ui/link-button'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { usePageErrors } from '../../ui/form-errors'
import work from '../../ui/work.module.css'
import { useAuth } from '../auth/use-auth'
import { AltTexts } from './alt-texts/alt-texts'
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

/** The staff's screens for pictures, which come in one file: a list of many small ones would weigh on every page. */
export default function PhotoManagement() {
  const { pathname } = useLocation()
  const auth = useAuth()
  if (pathname.startsWith('/photos/alt-texts')) return <AltTexts auth={auth} />
  return (
    <StaffOnly texts={texts} auth={auth}>
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
      actions={
        <div className={work.row}>
          <LinkButton to="/photos/alt-texts">Alternative texts</LinkButton>
          <LinkButton to="/trash?kind=image">Deleted pictures</LinkButton>
        </div>
      }
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
