import { imageTitle } from '../../../api/photos'
import type { ImageRecord } from '../../../api/types'
import { Icon } from '../../../ui/icon'
import { Photo } from '../../../ui/photo'
import { IconGripVertical } from '../../../ui/icons'
import styles from '../photos.module.css'

/** An image of a gallery that is being arranged; positions are counted from 0. */
export const imageTile = (image: ImageRecord, position: number) => (
  <>
    <Photo of={image} square sizes="11rem" alt="" loading="lazy" draggable={false} />
    <span className={styles.number} aria-hidden="true">
      {position + 1}
    </span>
    <span data-handle className={styles.handle}>
      <Icon of={IconGripVertical} />
    </span>
    <span className={styles.tileTitle}>{breakable(imageTitle(image))}</span>
  </>
)

/** Lets file names break after their hyphens and underscores. */
const breakable = (title: string) => title.replaceAll(/[-_]/g, '$&\u200b')
