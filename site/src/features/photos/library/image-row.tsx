import { imageTitle } from '../../../api/photos'
import type { ImageRecord } from '../../../api/types'
import { Badge } from '../../../ui/badge'
import field from '../../../ui/field.module.css'
import { Thumbnail } from '../../../ui/photo'
import { IconExternalLink, IconPencil, IconTrash } from '../../../ui/icons'
import { Row } from '../../../ui/layout'
import { Cell, DateCell, RecordRow } from '../../../ui/record-table'
import { ActionsCell } from '../../../ui/row-actions'
import { TitleParts } from '../title-parts'
import styles from '../photos.module.css'

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

/** A row of the table of images. */
export function ImageRow({
  image,
  index,
  gallery,
  isOnFrontPage,
  isNew,
  pending,
  ...actions
}: ImageRowProps) {
  const { selected, onSelect, onView, onEdit, onDelete } = actions
  const { id, alt_text, focal_point, thumbnail_url, image_url, uploaded_at } = image
  const title = imageTitle(image)
  return (
    // The header is row 1.
    <RecordRow
      record={id}
      pending={pending}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-new={isNew || undefined}
    >
      <Cell>
        <Row gap="sm" className={styles.thumb}>
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
            <Thumbnail src={thumbnail_url} alt={alt_text} focalPoint={focal_point} />
          </button>
        </Row>
      </Cell>
      <Cell>
        {/* Keyboard users have "Edit", which does the same. */}
        <button type="button" tabIndex={-1} title={title} className={styles.title} onClick={onEdit}>
          <TitleParts title={title} />
        </button>
        <SecondLine image={image} isNew={isNew} />
      </Cell>
      <Cell>
        <Badge tone={isOnFrontPage ? 'honey' : 'plain'}>{gallery}</Badge>
      </Cell>
      <DateCell time={uploaded_at} />
      <ActionsCell
        of={title}
        actions={[
          { text: 'Edit', label: `Edit ${title}`, icon: IconPencil, as: 'text', onSelect: onEdit },
          {
            text: 'Open in a new tab',
            label: `Open ${title} in a new tab`,
            icon: IconExternalLink,
            as: 'icon',
            href: image_url,
            target: '_blank',
          },
          {
            text: 'Delete',
            label: `Delete ${title}`,
            icon: IconTrash,
            as: 'icon',
            danger: true,
            onSelect: onDelete,
          },
        ]}
      />
    </RecordRow>
  )
}

function SecondLine({ image, isNew }: { image: ImageRecord; isNew: boolean }) {
  const { alt_text, decorative, description } = image
  if (isNew) return <small data-tone="success">Just uploaded</small>
  if (!alt_text && !decorative) return <small data-tone="honey">No alternative text</small>
  return description && <small className="one-line">{description}</small>
}
