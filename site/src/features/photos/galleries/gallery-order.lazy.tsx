import { useParams } from 'react-router-dom'
import type { Gallery } from '../../../api/types'
import { count } from '../../../lib/count'
import { Card } from '../../../ui/card'
import { Icon } from '../../../ui/icon'
import { IconArrowLeft } from '../../../ui/icons'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { usePageErrors } from '../../../ui/form-errors'
import work from '../../../ui/work.module.css'
import { useAuth } from '../../auth/use-auth'
import styles from '../photos.module.css'
import { useGalleries } from '../queries'
import { ArrangeablePictures } from './arrangeable-pictures'
import { useGalleryOrder } from './use-gallery-order'

const texts = {
  title: 'Arrange pictures',
  loading: 'Loading pictures...',
  denied: 'You must be an administrator to manage galleries.',
  failure: 'Failed to load images or galleries. Access denied or server error.',
}

/** The staff's screen for the order of the pictures of one gallery. */
export default function GalleryOrder() {
  return (
    <StaffOnly texts={texts} auth={useAuth()}>
      <OrderScreen />
    </StaffOnly>
  )
}

function OrderScreen() {
  const { id } = useParams()
  const galleries = useGalleries()
  const gallery = galleries.data?.find((other) => String(other.id) === id)
  const pageErrors = usePageErrors()
  const order = useGalleryOrder(gallery?.slug, pageErrors)
  const queries = [galleries, ...(gallery ? [order] : [])]
  const lists = {
    loading: queries.some(({ isPending }) => isPending),
    failed: queries.some(({ isError }) => isError),
    fetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.forEach((query) => void query.refetch()),
  }
  const back = (
    <LinkButton to="/galleries">
      <Icon of={IconArrowLeft} />
      Back to the galleries
    </LinkButton>
  )
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={order.images && count(order.images.length, 'photo')}
      actions={back}
    >
      {galleries.data && <Pictures gallery={gallery} order={order} />}
    </ListScreen>
  )
}

interface PicturesProps {
  gallery: Gallery | undefined
  order: ReturnType<typeof useGalleryOrder>
}

function Pictures({ gallery, order: { images, move } }: PicturesProps) {
  return (
    <Card as="section" aria-label={gallery?.name ?? texts.title}>
      {gallery && <h2 className={work.title}>{gallery.name}</h2>}
      {!gallery && <p className={styles.empty}>There is no such gallery any more.</p>}
      {images?.length === 0 && <p className={styles.empty}>The gallery has no pictures yet.</p>}
      {images && images.length > 0 && (
        <>
          <p id="how-to-arrange" className={work.note}>
            Drag a picture to its place; by touch, at its handle. With a keyboard: Space takes it, the arrow
            keys move it, Space puts it down, Escape puts it back.
          </p>
          <ArrangeablePictures images={images} onMove={move} describedBy="how-to-arrange" />
        </>
      )}
    </Card>
  )
}
