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
  /** Its position in the list, from 0, of `count`. */
  position: number
  count: number
  /** How many stand in a row; undefined where that is not known, and all are rendered. */
  columns: number | undefined
}

/** A picture that can be moved. Lists are long: it is rendered again only when something of it is another. */
export const PictureTile = memo(function PictureTile(props: PictureTileProps) {
  const { image, taken, tabbable, position, count, columns } = props
  const place = columns !== undefined && {
    gridRow: Math.floor(position / columns) + 1,
    gridColumn: (position % columns) + 1,
  }
  return (
    <li className={styles.tile} aria-posinset={position + 1} aria-setsize={count} style={place || undefined}>
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
