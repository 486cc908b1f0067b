import { imageTitle } from '../../../api/photos'
import { Fact } from '../../../ui/note'
import { useEffect, useEffectEvent, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconX } from '../../../ui/icons'
import type { ImageRecord } from '../../../api/types'
import { Dialog } from '../../../ui/dialog'
import { focusIfLost } from '../../../ui/focus'
import { Icon } from '../../../ui/icon'
import { IconButton, IconLink } from '../../../ui/icon-button'
import { Row } from '../../../ui/layout'
import { Photo } from '../../../ui/photo'
import styles from '../photos.module.css'
import type { ImageList } from '../queries'

interface LightboxProps {
  /** The image to open. */
  first: ImageRecord
  /** The list that contains it. */
  list: ImageList
  onClose: () => void
}

/** Shows a whole image. The arrow keys move to its neighbours in the list, including those on other pages. */
export function Lightbox({ first, list, onClose }: LightboxProps) {
  const { images, current, page, pages, setPage, offset, matching } = list
  const [image, setImage] = useState(first)
  // The image to show once its page has loaded: 0 for the first, -1 for the last.
  const [awaited, setAwaited] = useState<{ page: number; index: -1 | 0 }>()
  if (awaited?.page === page && current) {
    setAwaited(undefined)
    setImage(images.at(awaited.index) ?? image)
  }

  const navigation = useNavigationType()
  const { key } = useLocation()
  const [openedAt] = useState(key)
  const close = useEffectEvent(onClose)
  // The row that opened it may be gone.
  useEffect(() => () => focusIfLost('images'), [])
  useEffect(() => {
    if (navigation === NavigationType.Pop && key !== openedAt) close()
  }, [navigation, key, openedAt])

  const index = current ? images.findIndex(({ id }) => id === image.id) : -1
  const position = offset + index
  const step = (by: -1 | 1) => {
    if (index < 0) return
    const next = images[index + by]
    if (next) setImage(next)
    else if (page + by >= 0 && page + by < pages) {
      // Back closes the image, rather than turning back through the pages.
      setPage(page + by, { replace: true })
      setAwaited({ page: page + by, index: by < 0 ? -1 : 0 })
    }
  }
  const title = imageTitle(image)
  return (
    <Dialog
      aria-label={title}
      className={styles.lightbox}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') step(-1)
        if (key === 'ArrowRight') step(1)
      }}
    >
      <Photo
        // Without a key the previous image would be shown until the next one has loaded.
        key={image.id}
        of={image}
        // An image is as wide as this says.
        sizes={image.width ? `min(90vw, ${image.width}px)` : '90vw'}
        width={image.width}
        height={image.height}
        alt={image.alt_text}
        className={styles.whole}
      />
      <Row gap="sm" className={styles.caption}>
        <div>
          <p>{title}</p>
          <Fact small role="status">
            {[
              image.width && image.height && `${image.width} × ${image.height} pixels`,
              index >= 0 && `${position + 1} of ${matching}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </Fact>
        </div>
        <IconButton label="Previous photo" aria-disabled={position <= 0} onClick={() => step(-1)}>
          <Icon of={IconChevronLeft} />
        </IconButton>
        <IconButton label="Next photo" aria-disabled={position >= matching - 1} onClick={() => step(1)}>
          <Icon of={IconChevronRight} />
        </IconButton>
        <IconLink label={`Open ${title} in a new tab`} href={image.image_url} target="_blank" rel="noopener">
          <Icon of={IconExternalLink} />
        </IconLink>
        <IconButton label="Close" onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </Row>
    </Dialog>
  )
}
