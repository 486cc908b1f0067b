import { useState, type ReactNode } from 'react'
import type { ImageRecord } from '../../api/types'
import { cx } from '../../lib/cx'
import styles from './banner-button.module.css'
import { BannerPictures } from './banner-pictures'

export interface BannerButtonProps {
  images: readonly ImageRecord[]
  className: string | undefined
  /** Shown below the pictures until they are loaded. */
  children: ReactNode
}

/** Steps through `images`, one at each press and each time a mouse comes in, and from the last to the first. */
export function BannerButton({ images, className, children }: BannerButtonProps) {
  const [steps, setSteps] = useState(0)
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
