import { plainFile, type ImageFiles } from '#model/images'
import { cx } from '../lib/cx'
import { Comb } from './comb'
import styles from './cover.module.css'

interface CoverProps {
  image: ImageFiles | undefined
  /** Empty for a decoration. */
  alt?: string | undefined
  /** Whether visitors may see it without scrolling. */
  eager?: boolean
  /** How wide it is shown; without it, one file serves every screen. */
  sizes?: string
  className?: string | undefined
}

/** The image of an entry, 16:9; without one a field of honeycomb. */
export function Cover({ image, alt = '', eager, sizes, className }: CoverProps) {
  if (!image) return <Comb />
  // Every browser that the pages are made for knows AVIF; the server has other files of its photos.
  const best = image.files.filter(({ ending }) => ending === 'avif')
  const files = best.length > 0 ? best : [plainFile(image.files)]
  const middle = files.at(1) ?? files[0]
  return (
    <img
      src={`/${middle?.name}`}
      srcSet={sizes && files.map(({ name, width }) => `/${name} ${width}w`).join(', ')}
      sizes={sizes}
      width={16}
      height={9}
      alt={alt}
      loading={eager ? undefined : 'lazy'}
      className={cx(styles.cover, className)}
    />
  )
}
