import { IconPencil, IconTrash } from '../../../ui/icons'
import type { Gallery } from '../../../api/types'
import { count } from '../../../lib/count'
import { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { frontPageSlug } from '../../../api/front-page'
import { GalleryHead } from '../gallery-head'
import styles from './gallery-rows.module.css'

interface GalleryRowProps {
  gallery: Gallery
  onEdit: () => void
  onDelete: () => void
}

/** A gallery, and what can be done with it. */
export function GalleryRow({ gallery, onEdit, onDelete }: GalleryRowProps) {
  const { id, name, slug, description, image_count } = gallery
  const onFrontPage = slug === frontPageSlug
  return (
    <div className={styles.gallery}>
      <div className={styles.texts}>
        <GalleryHead gallery={gallery} />
        <p className={styles.description}>{description || 'No description'}</p>
        <p className={styles.hint}>
          {[
            image_count !== undefined && count(image_count, 'photo'),
            onFrontPage && 'The round banner on the home page shows them, in the order of their upload.',
          ]
            .filter(Boolean)
            .join('. ')}
        </p>
      </div>
      <div className={styles.actions}>
        <IconButton id={`edit-gallery-${id}`} label={`Edit ${name}`} onClick={onEdit}>
          <Icon of={IconPencil} />
        </IconButton>
        <IconButton label={`Delete ${name}`} onClick={onDelete}>
          <Icon of={IconTrash} />
        </IconButton>
      </div>
    </div>
  )
}
