import { memo } from 'react'
import type { ImageRecord } from '../../../api/types'
import { objectPosition } from '../../../lib/object-position'
import { Icon } from '../../../ui/icon'
import { IconGripVertical } from '../../../ui/icons'
import { titleOf } from '../image-labels'
import styles from '../photos.module.css'

interface PictureTileProps {
  image: ImageRecord
  taken: boolean
  /** Whether it is the one tile that the Tab key comes to. */
  tabbable: boolean
}

/** A picture that can be moved. Lists are long: it is rendered again only when something of it is another. */
export const PictureTile = memo(function PictureTile({ image, taken, tabbable }: PictureTileProps) {
  return (
    <li className={styles.tile}>
      <button type="button" data-id={image.id} aria-pressed={taken} tabIndex={tabbable ? 0 : -1}>
        <img
          src={image.thumbnail_url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          style={{ objectPosition: objectPosition(image.focal_point) }}
        />
        <span className={styles.tileTitle}>{titleOf(image)}</span>
        <span data-handle className={styles.handle}>
          <Icon of={IconGripVertical} />
        </span>
      </button>
    </li>
  )
})
