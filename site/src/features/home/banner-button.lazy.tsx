import { useState, type ReactNode } from 'react'
import type { ImageRecord } from '../../api/types'
import { cx } from '../../lib/cx'
import styles from './banner-button.module.css'
import { BannerPictures } from './banner-pictures'

export interface BannerButtonProps {
  images: readonly ImageRecord[]
  className: string | undefined
  /** What stands below the pictures until they have arrived. */
  children: ReactNode
}

/** Steps through `images`, one at each press and each time a mouse comes in, and from the last to the first. */
export function BannerButton({ images, className, children }: BannerButtonProps) {
  const [steps, setSteps] = useState(0)
  const index = steps % images.length
  const title = images[index]?.title
  const position = `${index + 1} of ${images.length}`
  const advance = () => setSteps((before) => before + 1)
  return (
    <button
      type="button"
      className={cx(className, styles.button)}
      // The visible words are part of the name, so that whoever speaks them to the computer is understood.
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
