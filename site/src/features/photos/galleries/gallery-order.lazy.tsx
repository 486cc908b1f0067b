import { useEffect, useState } from 'react'
import { imageTitle } from '../../../api/photos'
import { Note } from '../../../ui/note'
import { useParams } from 'react-router-dom'
import type { Gallery, ImageRecord } from '../../../api/types'
import { count } from '../../../lib/text'
import { everything } from '../../../api/use-images'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { PageDropzone } from '../../../ui/dropzone'
import { EmptyState } from '../../../ui/empty-state'
import { Icon } from '../../../ui/icon'
import { IconArrowLeft, IconUpload } from '../../../ui/icons'
import { Photo } from '../../../ui/photo'
import { Row, Stack, Toolbar, WithRail } from '../../../ui/layout'
import { LinkButton } from '../../../ui/link'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { usePageErrors } from '../../../ui/form-errors'
import { Segmented } from '../../../ui/segmented'
import { useAuth } from '../../auth/use-auth'
import { isOnFrontPage } from './gallery-list'
import styles from '../photos.module.css'
import { withDistinctNames } from '../image-labels'
import { EditImage } from '../library/edit-image'
import { useGalleries } from '../queries'
import { imageFiles, imageHint, whyNotUploaded } from '../upload/image-files'
import { onUploadEnd, useUploads } from '../upload/upload-queue'
import { UploadSheet, useChosenImages } from '../upload/upload-sheet'
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
  const auth = useAuth()
  return (
    <StaffOnly texts={texts} auth={auth}>
      <OrderScreen user={auth.user?.id ?? 0} />
    </StaffOnly>
  )
}

function OrderScreen({ user }: { user: number }) {
  const { id } = useParams()
  const galleries = useGalleries()
  const gallery = galleries.data?.find((other) => String(other.id) === id)
  const pageErrors = usePageErrors()
  const order = useGalleryOrder(gallery?.slug, pageErrors)
  const formErrors = usePageErrors()
  const chosen = useChosenImages()
  const uploads = useUploads()
  const [isUploading, setUploading] = useState(false)
  useEffect(() => onUploadEnd(() => setUploading(false)), [])
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
          {gallery && (
            <Button variant="primary" onClick={() => setUploading(true)}>
              <Icon of={IconUpload} size={18} />
              Add photos
            </Button>
          )}
        </Row>
      }
    >
      {galleries.data && (
        <Images gallery={gallery} galleries={withDistinctNames(galleries.data)} order={order} />
      )}
      {gallery && (
        <UploadSheet
          key={gallery.id}
          open={isUploading}
          onClose={() => setUploading(false)}
          galleries={galleries.data && withDistinctNames(galleries.data)}
          gallery={gallery.id}
          chosen={chosen}
          errors={formErrors}
          user={user}
          onStart={pageErrors.clear}
        />
      )}
      {gallery && !uploads.running && (
        <PageDropzone
          {...imageFiles}
          hint={`${imageHint} each`}
          onChoose={(files) => {
            chosen.add(files)
            setUploading(true)
          }}
          onRefuse={(file) => pageErrors.add({ text: whyNotUploaded(file) })}
        >
          Drop photos to add them to this gallery
        </PageDropzone>
      )}
    </ListScreen>
  )
}

interface ImagesProps {
  gallery: Gallery | undefined
  galleries: readonly Gallery[]
  order: ReturnType<typeof useGalleryOrder>
}

function Images({ gallery, galleries, order: { images, move } }: ImagesProps) {
  const [first] = images ?? []
  const [view, setView] = useState<'order' | 'texts'>('order')
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
          <h2 id="order">{view === 'order' ? 'Order' : 'Texts'}</h2>
          <Segmented
            label="What to change"
            options={[
              ['order', 'Order'],
              ['texts', 'Texts'],
            ]}
            value={view}
            onChoose={setView}
          />
          <Note id="how-to-arrange" hidden={view !== 'order'}>
            Drag a photo to its place; by touch, at its handle.
          </Note>
        </Toolbar>
        {images && view === 'texts' && <Texts images={images} galleries={galleries} />}
        {images && view === 'order' && (
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

interface TextsProps {
  images: readonly ImageRecord[]
  galleries: readonly Gallery[]
}

/** The title and the alternative text of each photo, with a button that changes them. */
function Texts({ images, galleries }: TextsProps) {
  const [edited, setEdited] = useState<ImageRecord>()
  return (
    <>
      <ul className={styles.tiles}>
        {images.map((image) => (
          <li key={image.id}>
            <Stack gap="sm">
              <Photo of={image} square sizes="11rem" alt="" loading="lazy" />
              <b>{imageTitle(image)}</b>
              <Note>{altTextOf(image)}</Note>
              <div>
                <Button
                  small
                  data-row={image.id}
                  aria-label={`Edit ${imageTitle(image)}`}
                  onClick={() => setEdited(image)}
                >
                  Edit
                </Button>
              </div>
            </Stack>
          </li>
        ))}
      </ul>
      {edited && (
        <EditImage
          key={edited.id}
          image={edited}
          list={{ filter: everything, images, offset: 0, matching: images.length }}
          galleries={galleries}
          onClose={() => setEdited(undefined)}
          onGo={setEdited}
        />
      )}
    </>
  )
}

function altTextOf({ alt_text, decorative }: ImageRecord): string {
  if (decorative) return 'Decorative'
  return alt_text || 'No alternative text'
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
