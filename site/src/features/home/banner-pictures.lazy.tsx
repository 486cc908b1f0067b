import { useState, type ReactNode } from 'react'
import type { ImageRecord } from '../../api/types'
import { cx } from '../../lib/cx'
import { objectPosition } from '../../lib/object-position'
import styles from './banner-button.module.css'
import { bannerSizes, srcSet } from './first-picture'

export interface BannerButtonProps {
  images: readonly ImageRecord[]
  /** How often the banner was pressed before this was there. */
  presses: number
  className: string | undefined
  /** Shown below the pictures until they are loaded. */
  children: ReactNode
}

/** Steps through `images`, one at each press and each time a mouse comes in, and from the last to the first. */
export function BannerButton({ images, presses, className, children }: BannerButtonProps) {
  const [steps, setSteps] = useState(presses)
  const index = steps % images.length
  const title = images[index]?.title
  const position = `${index + 1} of ${images.length}`
  const advance = () => setSteps((previous) => previous + 1)
  return (
    <button
      type="button"
      className={cx(className, styles.button)}
      // The accessible name contains the visible text, for speech control.
      aria-label={['Show next picture', title, position].filter(Boolean).join(', ')}
      onClick={advance}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === 'mouse') advance()
      }}
    >
      {children}
      <BannerPictures images={images} steps={steps} />
      <span className={styles.count}>{position}</span>
    </button>
  )
}

interface BannerPicturesProps {
  images: readonly ImageRecord[]
  /** How often the banner has been advanced. */
  steps: number
}

/** The current picture, over the previous one, and the next one, which is fetched but hidden. */
function BannerPictures({ images, steps }: BannerPicturesProps) {
  const at = (step: number) => step % images.length
  // In a gallery of two a picture is both next and previous: the later entry counts.
  const positions = new Map([[at(steps + 1), 'next']])
  if (steps > 0) positions.set(at(steps - 1), 'previous')
  positions.set(at(steps), 'current')
  return [...positions].map(([index, position]) => {
    const image = images[index]
    return (
      image && (
        <img
          key={image.id}
          className={styles.picture}
          data-position={position}
          alt=""
          src={image.image_url}
          srcSet={srcSet(image)}
          sizes={bannerSizes}
          style={{ objectPosition: objectPosition(image.focal_point) }}
          onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
        />
      )
    )
  })
}
