import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { IconExternalLink, IconTrash } from '../../ui/icons'
import { deleteImage } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { Gallery, ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { focusIfLost } from '../../ui/focus'
import { Badge } from '../../ui/badge'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icon'
import { IconButton, IconLink } from '../../ui/icon-button'
import { Row } from '../../ui/layout'
import type { PageErrors } from '../../ui/form-errors'
import {
  ActionsCell,
  Cell,
  DateCell,
  Pager,
  RecordCard,
  RecordRow,
  RecordTable,
  RowAction,
} from '../../ui/record-table'
import { useRemoval } from '../../ui/use-removal'
import { EditImage } from './edit-image'
import { galleryNameOf, titleOf, whereShown } from './image-labels'
import { ImageToolbar } from './image-toolbar'
import { Lightbox } from './lightbox'
import styles from './photos.module.css'
import { SelectionBar } from './selection-bar'
import { useSelection } from './use-selection'
import type { ImageList } from './queries'

const columnsWith = (checkbox: ReactNode) => [
  {
    label: 'Thumbnail',
    width: '8.5rem',
    content: (
      <Row gap="sm" className={styles.thumbHead}>
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
      {list.total > 0 && selection.count === 0 && <ImageToolbar list={list} galleries={galleries ?? []} />}
      <SelectionBar {...{ selection, matching, galleries, pageErrors }} />
      <RecordTable
        labelledBy="images"
        columns={columnsWith(images.length > 0 && <SelectPage selection={selection} />)}
        total={matching}
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

interface ImageRowProps {
  image: ImageRecord
  /** Its index in the whole list, across pages. */
  index: number
  gallery: string
  isOnFrontPage: boolean
  isNew: boolean
  pending: boolean
  selected: boolean
  /** `range` includes all images since the last one selected. */
  onSelect: (range: boolean) => void
  onView: () => void
  onEdit: () => void
  onDelete: () => void
}

function ImageRow({ image, index, gallery, isOnFrontPage, isNew, pending, ...actions }: ImageRowProps) {
  const { selected, onSelect, onView, onEdit, onDelete } = actions
  const { id, alt_text, focal_point, thumbnail_url, image_url, uploaded_at } = image
  const title = titleOf(image)
  return (
    // The header is row 1.
    <RecordRow
      record={id}
      pending={pending}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-new={isNew || undefined}
      className={styles.row}
    >
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
      <Cell className={styles.title}>
        {/* Keyboard users have "Edit", which does the same. */}
        <button type="button" tabIndex={-1} title={title} onClick={onEdit}>
          <MiddleCut>{title}</MiddleCut>
        </button>
        <SecondLine image={image} isNew={isNew} />
      </Cell>
      <Cell className={styles.gallery}>
        <Badge tone={isOnFrontPage ? 'honey' : 'plain'}>{gallery}</Badge>
      </Cell>
      <DateCell time={uploaded_at} />
      <ActionsCell>
        <RowAction aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </RowAction>
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

function SecondLine({ image, isNew }: { image: ImageRecord; isNew: boolean }) {
  const { alt_text, decorative, description } = image
  if (isNew) return <small data-tone="success">Just uploaded</small>
  if (!alt_text && !decorative) return <small data-tone="honey">No alternative text</small>
  return description && <small>{description}</small>
}

/** Shortens a long text in the middle, so that the end of a file name is always visible. */
function MiddleCut({ children: text }: { children: string }) {
  const end = text.length > 24 ? 14 : 0
  return (
    <span className={styles.middleCut}>
      <span>{text.slice(0, text.length - end)}</span>
      <span>{text.slice(text.length - end)}</span>
    </span>
  )
}
