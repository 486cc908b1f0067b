import type { ImageRecord } from '../../api/types'
import styles from './banner-button.module.css'
import { bannerSizes } from './banner-sizes'

interface BannerPicturesProps {
  images: readonly ImageRecord[]
  /** How often the banner has been advanced. */
  steps: number
}

/** The current picture, over the previous one, and the next one, which is fetched but hidden. */
export function BannerPictures({ images, steps }: BannerPicturesProps) {
  const at = (step: number) => step % images.length
  // In a gallery of two a picture is both next and previous: the later entry counts.
  const places = new Map([[at(steps + 1), 'next']])
  if (steps > 0) places.set(at(steps - 1), 'previous')
  places.set(at(steps), 'current')
  return [...places].map(([position, place]) => {
    const image = images[position]
    return (
      image && (
        <img
          key={image.id}
          className={styles.picture}
          data-place={place}
          alt=""
          src={image.image_url}
          srcSet={image.srcset?.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
          sizes={bannerSizes}
          onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
        />
      )
    )
  })
}
