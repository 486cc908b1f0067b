import { useState } from 'react'
import { flushSync } from 'react-dom'
import { IconExternalLink, IconPencil, IconTrash } from '../../ui/icons'
import type { Gallery, ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { useOnBack } from '../../ui/use-on-back'
import { focusIfLost } from '../../ui/focus'
import { Badge } from '../../ui/badge'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icon'
import { IconButton, IconLink } from '../../ui/icon-button'
import type { PageErrors } from '../../ui/form-errors'
import { Pager, ActionsCell, Cell, DateCell, RecordCard, RecordRow, RecordTable } from '../../ui/record-table'
import { EditImage } from './edit-image'
import { galleryNameOf, titleOf, whereShown } from './image-labels'
import { ImageToolbar } from './image-toolbar'
import { Lightbox } from './lightbox'
import styles from './photos.module.css'
import { SelectionBar } from './selection-bar'
import { useImageRemoval } from './use-image-removal'
import { useSelection } from './use-selection'
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
  const selection = useSelection(list)
  const removal = useImageRemoval(pageErrors)
  const after = editing ? images.findIndex(({ id }) => id === editing.id) + 1 : 0
  const describing = list.filter.altText === 'missing'
  const next = describing && after > 0 ? images[after] : undefined
  // A form over the list stays, with what was typed into it.
  useOnBack(() => setViewing(null))

  function closeForm() {
    flushSync(() => setEditing(null))
    // The row that opened it may have gone.
    focusIfLost(document.getElementById('images'))
  }

  return (
    <RecordCard id="images" title="Uploaded Images" empty={emptyText(list)}>
      {list.total > 0 && <ImageToolbar list={list} galleries={galleries ?? []} />}
      {matching > 0 && <SelectionBar {...{ selection, matching, galleries, pageErrors }} />}
      <RecordTable labelledBy="images" columns={columns} total={matching} className={styles.table}>
        {images.map((image, index) => (
          <ImageRow
            key={image.id}
            image={image}
            index={offset + index}
            gallery={galleries?.find(({ id }) => id === image.gallery)?.name ?? galleryNameOf(image)}
            isOnFrontPage={whereShown(image, galleries) !== undefined}
            pending={removal.pendingId === image.id}
            selected={selection.has(image.id)}
            onSelect={(range) => selection.toggle(image.id, range)}
            onView={() => setViewing(image)}
            onEdit={() => setEditing(image)}
            onDelete={() =>
              void removal.start({ id: image.id, name: titleOf(image) }, whereShown(image, galleries))
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
          galleries={galleries}
          describing={describing}
          onClose={closeForm}
          onNext={next && (() => setEditing(next))}
        />
      )}
    </RecordCard>
  )
}

function emptyText({ total, matching, current }: ImageList): string | undefined {
  if (total === 0) return 'No images uploaded yet.'
  return matching === 0 && current ? 'No images match.' : undefined
}

interface ImageRowProps {
  image: ImageRecord
  /** Its index in the whole list, of which the table shows a page. */
  index: number
  /** The name of its gallery. */
  gallery: string
  isOnFrontPage: boolean
  pending: boolean
  selected: boolean
  /** `range` for all from the one that was chosen before. */
  onSelect: (range: boolean) => void
  onView: () => void
  onEdit: () => void
  onDelete: () => void
}

/** A picture, and what can be done with it. */
function ImageRow({ image, index, gallery, isOnFrontPage, pending, ...actions }: ImageRowProps) {
  const { selected, onSelect, onView, onEdit, onDelete } = actions
  const { id, alt_text, focal_point, thumbnail_url, image_url, uploaded_at } = image
  const title = titleOf(image)
  return (
    // The header is row 1.
    <RecordRow record={id} pending={pending} aria-rowindex={index + 2} className={styles.row}>
      <Cell className={styles.thumb}>
        <label className={styles.select}>
          <input
            type="checkbox"
            className={field.tick}
            aria-label={`Select ${title}`}
            checked={selected}
            // Firefox would select the text up to here as well.
            onMouseDown={(event) => {
              if (!event.shiftKey) return
              event.preventDefault()
              event.currentTarget.focus()
            }}
            onChange={({ nativeEvent }) =>
              onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
        <button type="button" aria-label={`View ${title}`} onClick={onView}>
          <img
            src={thumbnail_url}
            alt={alt_text}
            width={48}
            height={48}
            loading="lazy"
            decoding="async"
            style={{ objectPosition: objectPosition(focal_point) }}
          />
        </button>
      </Cell>
      <Cell className={styles.title}>{title}</Cell>
      <Cell className={styles.gallery}>
        <Badge tone={isOnFrontPage ? 'honey' : 'plain'}>{gallery}</Badge>
      </Cell>
      <DateCell time={uploaded_at} />
      <ActionsCell>
        <IconButton label={`Edit ${title}`} onClick={onEdit}>
          <Icon of={IconPencil} />
        </IconButton>
        <IconLink label={`Open ${title} in a new tab`} href={image_url} target="_blank" rel="noopener">
          <Icon of={IconExternalLink} />
        </IconLink>
        <IconButton label={`Delete ${title}`} onClick={onDelete}>
          <Icon of={IconTrash} />
        </IconButton>
      </ActionsCell>
    </RecordRow>
  )
}
