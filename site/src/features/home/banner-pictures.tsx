import type { ImageRecord } from '../../api/types'
import styles from './banner-button.module.css'

/** The picture at `index`, over the one before it, with the next one fetched but not yet to be seen. */
export function BannerPictures({ images, index }: { images: readonly ImageRecord[]; index: number }) {
  const count = images.length
  const places = new Map([
    [(index + 1) % count, 'next'],
    [(index + count - 1) % count, 'previous'],
    [index, 'current'],
  ])
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
          srcSet={image.srcset.map(({ url, width }) => `${url} ${width}w`).join(', ') || undefined}
          sizes="(width < 52rem) 9rem, 24rem"
          onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
        />
      )
    )
  })
}
