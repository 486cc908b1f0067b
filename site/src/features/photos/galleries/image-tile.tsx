import { memo } from 'react'
import type { ImageRecord } from '../../../api/types'
import { Icon } from '../../../ui/icon'
import { Photo } from '../../../ui/photo'
import { IconGripVertical } from '../../../ui/icons'
import { titleOf } from '../image-labels'
import styles from '../photos.module.css'

interface ImageTileProps {
  image: ImageRecord
  taken: boolean
  /** Whether it is the one tile that the Tab key reaches. */
  tabbable: boolean
  /** Counted from 0. */
  position: number
}

/** Memoized, because lists are long and a move changes few tiles. */
export const ImageTile = memo(function ImageTile({ image, taken, tabbable, position }: ImageTileProps) {
  const title = titleOf(image)
  return (
    <div role="listitem">
      <button
        type="button"
        data-row={image.id}
        aria-pressed={taken}
        aria-label={title}
        tabIndex={tabbable ? 0 : -1}
      >
        <Photo of={image} square sizes="11rem" alt="" loading="lazy" draggable={false} />
        <span className={styles.number} aria-hidden="true">
          {position + 1}
        </span>
        <span data-handle className={styles.handle}>
          <Icon of={IconGripVertical} />
        </span>
        <span className={styles.tileTitle}>{breakable(title)}</span>
      </button>
    </div>
  )
})

/** Lets file names break after their hyphens and underscores. */
const breakable = (title: string) => title.replaceAll(/[-_]/g, '$&\u200b')
