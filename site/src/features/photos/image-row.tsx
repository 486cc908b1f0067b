import { IconExternalLink, IconPencil, IconTrash } from '../../ui/icons'
import type { ImageRecord } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconLink } from '../../ui/icon-link'
import { ActionsCell, Cell, DateCell, RecordRow } from '../../ui/record-table'
import styles from './image-table.module.css'
import { galleryOf, titleOf } from './image-words'

interface ImageRowProps {
  image: ImageRecord
  /** Its place among all that are shown, rendered or not. */
  index: number
  onFrontPage: boolean
  pending: boolean
  onLook: () => void
  onEdit: () => void
  onDelete: () => void
}

/** A picture, and what can be done with it. */
export function ImageRow({ image, index, onFrontPage, pending, onLook, onEdit, onDelete }: ImageRowProps) {
  const { id, alt_text, thumbnail_url, image_url, uploaded_at } = image
  const title = titleOf(image)
  return (
    // The head is the first row.
    <RecordRow record={id} pending={pending} aria-rowindex={index + 2} className={styles.row}>
      <Cell className={styles.thumb}>
        <button type="button" aria-label={`View ${title}`} className={styles.look} onClick={onLook}>
          <img src={thumbnail_url} alt={alt_text} width={48} height={48} loading="lazy" decoding="async" />
        </button>
      </Cell>
      <Cell className={styles.name}>{title}</Cell>
      <Cell className={styles.gallery}>
        <Badge tone={onFrontPage ? 'honey' : 'plain'}>{galleryOf(image)}</Badge>
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
