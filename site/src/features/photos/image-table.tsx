import { useState } from 'react'
import { deleteImage } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery, ImageRecord } from '../../api/types'
import type { PageErrors } from '../../ui/page-errors'
import { RecordCard } from '../../ui/record-card'
import { RecordTable } from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import { EditImage } from './edit-image'
import { ImageRow } from './image-row'
import styles from './image-table.module.css'
import { ImageToolbar } from './image-toolbar'
import { Lightbox } from './lightbox'
import { Pager } from './pager'
import type { ImageList } from './queries'

const columns = ['Thumbnail', 'Title', 'Gallery', 'Uploaded At', 'Actions']

interface ImageTableProps {
  list: ImageList
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
}

/** The uploaded pictures, page by page, newest first. On a narrow screen each row becomes a card. */
export function ImageTable({ list, galleries, pageErrors }: ImageTableProps) {
  const { images, offset, matching } = list
  const [editing, setEditing] = useState<ImageRecord | null>(null)
  const [viewing, setViewing] = useState<ImageRecord | null>(null)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this image?',
    action: 'Delete image',
    failure: 'Failed to delete image.',
    remove: deleteImage,
    invalidates: queryKeys.photos,
    pageErrors,
  })

  return (
    <RecordCard id="images" title="Uploaded Images" empty={emptyText(list)}>
      {list.total > 0 && <ImageToolbar list={list} galleries={galleries ?? []} />}
      <RecordTable labelledBy="images" columns={columns} total={matching} className={styles.table}>
        {images.map((image, index) => (
          <ImageRow
            key={image.id}
            image={image}
            index={offset + index}
            galleries={galleries ?? []}
            pending={removal.pendingId === image.id}
            onView={() => setViewing(image)}
            onEdit={() => setEditing(image)}
            onDelete={() => void removal.start(image.id)}
          />
        ))}
      </RecordTable>
      <Pager {...list} />
      {viewing && <Lightbox first={viewing} list={list} onClose={() => setViewing(null)} />}
      {editing && <EditImage image={editing} galleries={galleries} onClose={() => setEditing(null)} />}
    </RecordCard>
  )
}

function emptyText({ total, matching, current }: ImageList): string | undefined {
  if (total === 0) return 'No images uploaded yet.'
  return matching === 0 && current ? 'No images match.' : undefined
}
