import type { ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import styles from './banner-pictures.module.css'
import { bannerSizes, srcSet } from './first-picture'

export interface BannerPicturesProps {
  images: readonly ImageRecord[]
  /** How often the banner has been advanced. */
  steps: number
  /** Which of how many pictures is shown. */
  position: string
}

/** The current picture, over the previous one, and the next one, which is fetched but hidden. */
export function BannerPictures({ images, steps, position }: BannerPicturesProps) {
  const at = (step: number) => step % images.length
  // In a gallery of two a picture is both next and previous: the later entry counts.
  const positions = new Map([[at(steps + 1), 'next']])
  if (steps > 0) positions.set(at(steps - 1), 'previous')
  positions.set(at(steps), 'current')
  return (
    <>
      {[...positions].map(([index, place]) => {
        const image = images[index]
        return (
          image && (
            <img
              key={image.id}
              className={styles.picture}
              data-position={place}
              alt=""
              src={image.image_url}
              srcSet={srcSet(image)}
              sizes={bannerSizes}
              style={{ objectPosition: objectPosition(image.focal_point) }}
              onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
            />
          )
        )
      })}
      <span className={styles.count}>{position}</span>
    </>
  )
}
