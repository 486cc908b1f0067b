import { IconChevronLeft, IconChevronRight, IconExternalLink, IconX } from '../../ui/icons'
import type { ImageRecord } from '../../api/types'
import { Dialog } from '../../ui/dialog'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconLink } from '../../ui/icon-link'
import styles from './lightbox.module.css'
import { titleOf } from './image-words'

interface LightboxProps {
  image: ImageRecord
  /** The pictures that it stands among: one can go on to the next. */
  among: readonly ImageRecord[]
  onTurn: (image: ImageRecord) => void
  onClose: () => void
}

/** A look at a whole picture. The arrow keys go on to its neighbours. */
export function Lightbox({ image, among, onTurn, onClose }: LightboxProps) {
  const place = among.findIndex(({ id }) => id === image.id)
  const turn = (step: number) => {
    const next = among[place + step]
    if (next) onTurn(next)
  }
  const title = titleOf(image)
  return (
    <Dialog
      aria-label={title}
      className={styles.box}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turn(-1)
        if (key === 'ArrowRight') turn(1)
      }}
    >
      <img
        // Else the picture before stays until the next one has come.
        key={image.id}
        src={image.image_url}
        srcSet={image.srcset?.map(({ url, width }) => `${url} ${width}w`).join(', ')}
        sizes="90vw"
        width={image.width}
        height={image.height}
        alt={image.alt_text}
        className={styles.picture}
      />
      <div className={styles.foot}>
        <div className={styles.words}>
          <p className={styles.title}>{title}</p>
          <p className={styles.facts} role="status">
            {[
              image.width && image.height && `${image.width} × ${image.height} pixels`,
              place >= 0 && `${place + 1} of ${among.length}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <IconButton label="Previous picture" aria-disabled={place <= 0} onClick={() => turn(-1)}>
          <Icon of={IconChevronLeft} />
        </IconButton>
        <IconButton label="Next picture" aria-disabled={place >= among.length - 1} onClick={() => turn(1)}>
          <Icon of={IconChevronRight} />
        </IconButton>
        <IconLink label={`Open ${title} in a new tab`} href={image.image_url} target="_blank" rel="noopener">
          <Icon of={IconExternalLink} />
        </IconLink>
        <IconButton label="Close" onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </div>
    </Dialog>
  )
}
