import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { deleteImage, imageTitle } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery, ImageRecord } from '../../../api/types'
import { focusIfLost } from '../../../ui/focus'
import field from '../../../ui/field.module.css'
import { Row } from '../../../ui/layout'
import type { PageErrors } from '../../../ui/form-errors'
import { Pager, RecordCard, RecordTable } from '../../../ui/record-table'
import { useRestore } from '../../../api/use-restore'
import { useRemoval } from '../../../ui/use-removal'
import { EditImage } from './edit-image'
import { galleryNameOf, whereShown } from '../image-labels'
import { ImageRow } from './image-row'
import { ImageToolbar } from './image-toolbar'
import { Lightbox } from './lightbox'
import styles from '../photos.module.css'
import { SelectionBar } from './selection-bar'
import { sentences, textsNaming } from './texts-naming'
import { useSelection } from './use-selection'
import type { ImageList } from '../queries'

const columnsWith = (checkbox: ReactNode) => [
  {
    label: 'Thumbnail',
    width: '8.5rem',
    content: (
      <Row gap="sm" className={styles.thumb}>
        {checkbox}
        <span>Thumbnail</span>
      </Row>
    ),
  },
  'Title',
  { label: 'Gallery', width: '18%' },
  { label: 'Uploaded At', width: '7rem' },
  { label: 'Actions', width: '10.5rem', number: true },
]

interface ImageTableProps {
  list: ImageList
  /** Undefined when they could not be loaded. */
  galleries: readonly Gallery[] | undefined
  pageErrors: PageErrors
  /** Images with a greater ID were uploaded during this visit. */
  newSince: number
}

/** The uploaded images, page by page, newest first. On a narrow screen each row becomes a card. */
export function ImageTable({ list, galleries, pageErrors, newSince }: ImageTableProps) {
  const { images, offset, matching } = list
  const [editing, setEditing] = useState<ImageRecord | null>(null)
  const [viewing, setViewing] = useState<ImageRecord | null>(null)
  const selection = useSelection(list)
  const removal = useRemoval({
    question: 'Are you sure you want to delete this image?',
    action: 'Delete image',
    failure: 'Failed to delete image.',
    remove: deleteImage,
    onRemoved: selection.drop,
    restore: useRestore(),
    invalidates: queryKeys.photos,
    pageErrors,
  })

  function closeForm() {
    flushSync(() => setEditing(null))
    // The row that opened the dialog may be gone.
    focusIfLost('images')
  }

  return (
    <RecordCard id="images" title="Uploaded Images" empty={emptyText(list)}>
      {list.total > 0 && <ImageToolbar list={list} galleries={galleries ?? []} />}
      <SelectionBar {...{ selection, galleries, pageErrors }} />
      <RecordTable
        labelledBy="images"
        columns={columnsWith(images.length > 0 && <SelectPage selection={selection} />)}
        total={matching}
        className={styles.images}
      >
        {images.map((image, index) => (
          <ImageRow
            key={image.id}
            image={image}
            index={offset + index}
            gallery={galleries?.find(({ id }) => id === image.gallery)?.name ?? galleryNameOf(image)}
            isOnFrontPage={whereShown(image, galleries) !== undefined}
            isNew={image.id > newSince}
            pending={removal.pendingId === image.id}
            selected={selection.has(image.id)}
            onSelect={(range) => selection.toggle(image.id, range)}
            onView={() => setViewing(image)}
            onEdit={() => setEditing(image)}
            onDelete={() =>
              void removal.start(
                { id: image.id, name: imageTitle(image) },
                textsNaming({ photos: new Set([image.id]) }).then((texts) =>
                  sentences(whereShown(image, galleries), texts),
                ),
              )
            }
          />
        ))}
      </RecordTable>
      <Pager of="images" heading="images" {...list} />
      {viewing && <Lightbox first={viewing} list={list} onClose={() => setViewing(null)} />}
      {editing && (
        <EditImage
          key={editing.id}
          image={editing}
          list={list}
          galleries={galleries}
          onClose={closeForm}
          onGo={setEditing}
        />
      )}
    </RecordCard>
  )
}

function emptyText({ total, matching, current }: ImageList): string | undefined {
  if (total === 0) return 'No images uploaded yet.'
  return matching === 0 && current ? 'No images match.' : undefined
}

/** The checkbox that selects all rows of the page. */
function SelectPage({ selection }: { selection: ReturnType<typeof useSelection> }) {
  const { count, hasPage, togglePage } = selection
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        className={field.tick}
        aria-label="Select all on this page"
        checked={hasPage}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !hasPage
        }}
        onChange={togglePage}
      />
    </label>
  )
}
