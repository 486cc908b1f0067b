import { IconExternalLink, IconPencil, IconTrash } from '../../ui/icons'
import { frontPageSlug } from '../../api/front-page'
import type { Gallery, ImageRecord } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconLink } from '../../ui/icon-link'
import { ActionsCell, Cell, DateCell, RecordRow } from '../../ui/record-table'
import { galleryNameOf, titleOf } from './image-labels'
import styles from './image-table.module.css'

interface ImageRowProps {
  image: ImageRecord
  /** Its index in the whole list, of which the table shows a page. */
  index: number
  galleries: readonly Gallery[]
  pending: boolean
  onView: () => void
  onEdit: () => void
  onDelete: () => void
}

/** A picture, and what can be done with it. */
export function ImageRow({ image, index, galleries, pending, onView, onEdit, onDelete }: ImageRowProps) {
  const { id, alt_text, thumbnail_url, image_url, uploaded_at } = image
  const title = titleOf(image)
  const slug = galleries.find((gallery) => gallery.id === image.gallery)?.slug
  return (
    // The header is row 1.
    <RecordRow record={id} pending={pending} aria-rowindex={index + 2} className={styles.row}>
      <Cell className={styles.thumb}>
        <button type="button" aria-label={`View ${title}`} className={styles.view} onClick={onView}>
          <img src={thumbnail_url} alt={alt_text} width={48} height={48} loading="lazy" decoding="async" />
        </button>
      </Cell>
      <Cell className={styles.name}>{title}</Cell>
      <Cell className={styles.gallery}>
        <Badge tone={slug === frontPageSlug ? 'honey' : 'plain'}>{galleryNameOf(image)}</Badge>
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
