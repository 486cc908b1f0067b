import { useDeferredValue, useState } from 'react'
import { deleteImage } from '../../api/photos'
import type { Gallery, ImageRecord } from '../../api/types'
import type { PageErrors } from '../../ui/page-errors'
import { RecordCard } from '../../ui/record-card'
import { RecordRows, RecordTable } from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import { WindowedRows } from '../../ui/windowed-rows'
import { EditImage } from './edit-image'
import { frontPageGallery } from './front-page'
import { Lightbox } from './lightbox'
import { ImageRow } from './image-row'
import styles from './image-table.module.css'
import { isInGallery } from './image-words'
import { ImageToolbar } from './image-toolbar'
import { everything, select } from './selection'

const columns = ['Thumbnail', 'Title', 'Gallery', 'Uploaded At', 'Actions']

interface ImageTableProps {
  images: readonly ImageRecord[]
  /** False while only the newest are here. */
  complete: boolean
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
  reload: () => Promise<void>
}

/** The pictures there are, newest first. On a narrow screen each row becomes a card. */
export function ImageTable({ images, complete, galleries, pageErrors, reload }: ImageTableProps) {
  const [selection, setSelection] = useState(everything)
  const [editing, setEditing] = useState<ImageRecord | null>(null)
  const [looking, setLooking] = useState<ImageRecord | null>(null)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this image?',
    action: 'Delete image',
    failure: 'Failed to delete image.',
    remove: deleteImage,
    reload,
    pageErrors,
  })
  const frontPage = frontPageGallery(galleries ?? [])?.id
  // Letters appear as they are typed, whatever the rows take.
  const shown = select(images, useDeferredValue(selection))

  return (
    <RecordCard id="images" title="Uploaded Images" empty={emptyText(images, shown, complete)}>
      {images.length > 0 && (
        <ImageToolbar
          galleries={galleries ?? []}
          selection={selection}
          onSelect={setSelection}
          shown={shown.length}
          total={images.length}
          complete={complete}
        />
      )}
      <RecordTable
        labelledBy="images"
        columns={columns}
        total={complete ? shown.length : 'unknown'}
        className={styles.table}
      >
        {shown.length === 0 && <RecordRows />}
        <WindowedRows items={shown} columns={columns.length}>
          {(image, index) => (
            <ImageRow
              key={image.id}
              image={image}
              index={index}
              onFrontPage={isInGallery(image) && image.gallery === frontPage}
              pending={removal.pendingId === image.id}
              onLook={() => setLooking(image)}
              onEdit={() => setEditing(image)}
              onDelete={() => void removal.start(image.id)}
            />
          )}
        </WindowedRows>
      </RecordTable>
      {looking && (
        <Lightbox image={looking} among={shown} onTurn={setLooking} onClose={() => setLooking(null)} />
      )}
      {editing && (
        <EditImage image={editing} galleries={galleries} reload={reload} onClose={() => setEditing(null)} />
      )}
    </RecordCard>
  )
}

function emptyText(
  images: readonly ImageRecord[],
  shown: readonly ImageRecord[],
  complete: boolean,
): string | undefined {
  if (images.length === 0) return 'No images uploaded yet.'
  return shown.length === 0 && complete ? 'No images match.' : undefined
}
