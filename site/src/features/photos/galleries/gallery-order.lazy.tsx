import { imageTitle } from '../../../api/photos'
import { Note } from '../../../ui/note'
import { useParams } from 'react-router-dom'
import type { Gallery, ImageRecord } from '../../../api/types'
import { count } from '../../../lib/text'
import { Card } from '../../../ui/card'
import { EmptyState } from '../../../ui/empty-state'
import { Icon } from '../../../ui/icon'
import { IconArrowLeft } from '../../../ui/icons'
import { Photo } from '../../../ui/photo'
import { Row, Stack, Toolbar, WithRail } from '../../../ui/layout'
import { LinkButton } from '../../../ui/link'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { usePageErrors } from '../../../ui/form-errors'
import { useAuth } from '../../auth/use-auth'
import { isOnFrontPage } from './gallery-list'
import styles from '../photos.module.css'
import { useGalleries } from '../queries'
import { Sortable } from '../../../ui/sortable'
import { imageTile } from './image-tile'
import { useGalleryOrder } from './use-gallery-order'

const texts = {
  title: 'Arrange photos',
  loading: 'Loading photos...',
  denied: 'You must be an administrator to manage galleries.',
  failure: 'Failed to load images or galleries. Access denied or server error.',
}

/** The screen where staff reorder the images of a gallery. */
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
  const front = gallery && isOnFrontPage(gallery)
  return (
    <ListScreen
      texts={{ ...texts, title: gallery ? `Arrange ${gallery.name}` : texts.title }}
      lists={lists}
      pageErrors={pageErrors}
      summary={
        order.images &&
        `${count(order.images.length, 'photo')}${front ? ', shown on the front page in this order' : ''}`
      }
      actions={
        <Row>
          <p role="status" data-tone="success">
            {order.saving ? 'Saving…' : order.saving === false && 'Saved'}
          </p>
          <LinkButton to="/galleries">
            <Icon of={IconArrowLeft} size={18} />
            Back to Galleries
          </LinkButton>
        </Row>
      }
    >
      {galleries.data && <Images gallery={gallery} order={order} />}
    </ListScreen>
  )
}

interface ImagesProps {
  gallery: Gallery | undefined
  order: ReturnType<typeof useGalleryOrder>
}

function Images({ gallery, order: { images, move } }: ImagesProps) {
  const [first] = images ?? []
  const missing = !gallery
    ? 'This gallery no longer exists.'
    : images?.length === 0 && 'This gallery has no photos yet.'
  if (!gallery || missing) {
    return (
      <Card>
        <EmptyState>{missing}</EmptyState>
      </Card>
    )
  }
  return (
    <WithRail>
      <Card as="section" aria-labelledby="order">
        <Toolbar className={styles.cardTitle}>
          <h2 id="order">Order</h2>
          <Note id="how-to-arrange">Drag a photo to its place; by touch, at its handle.</Note>
        </Toolbar>
        {images && (
          <Sortable
            items={images}
            idOf={idOf}
            nameOf={imageTitle}
            onMove={(image, before) => move({ id: image.id, before: before?.id ?? null })}
            describedBy="how-to-arrange keys"
            className={styles.tiles}
          >
            {imageTile}
          </Sortable>
        )}
      </Card>
      <Stack gap="lg">
        {first && isOnFrontPage(gallery) && <FirstOnFrontPage image={first} />}
        <Card as="section" aria-labelledby="keyboard">
          <h2 id="keyboard" className={styles.cardTitle}>
            With the keyboard
          </h2>
          <dl id="keys" className={styles.keys}>
            <dt>
              <kbd>Space</kbd>
            </dt>
            <dd>Pick up or drop a photo</dd>
            <dt>
              <kbd>←</kbd> <kbd>→</kbd>
            </dt>
            <dd>Move it</dd>
            <dt>
              <kbd>Esc</kbd>
            </dt>
            <dd>Cancel the move</dd>
          </dl>
        </Card>
      </Stack>
    </WithRail>
  )
}

const idOf = ({ id }: ImageRecord) => String(id)

const FirstOnFrontPage = ({ image }: { image: ImageRecord }) => (
  <Card as="section" aria-labelledby="first" className={styles.first}>
    <h2 id="first" className={styles.cardTitle}>
      First on the front page
    </h2>
    <Photo of={image} square sizes="11rem" alt={image.alt_text} />
    <Note>Visitors see this photo first. Each click shows the next.</Note>
  </Card>
)
