import { plainFile, type ImageFiles } from '../../../ssg/model/images'
import { cx } from '../lib/cx'
import { Comb } from './comb'
import styles from './cover.module.css'

interface CoverProps {
  image: ImageFiles | undefined
  /** Empty for a decoration. */
  alt?: string | undefined
  /** Whether visitors may see it without scrolling. */
  eager?: boolean
  /** How wide it is shown. */
  sizes: string
  /** The width of the widest file, in pixels. */
  widest?: number
  className?: string | undefined
}

/** The image of an entry, 16:9; without one a field of honeycomb. */
export function Cover({ image, alt = '', eager, sizes, widest = Infinity, className }: CoverProps) {
  if (!image) return <Comb />
  // Every browser that the pages are made for knows AVIF; the server has other files of its photos.
  const best = image.files.filter(({ ending, width }) => ending === 'avif' && width <= widest)
  const files = best.length > 0 ? best : [plainFile(image.files)]
  return (
    <img
      src={`/${files.at(-1)?.name}`}
      srcSet={files.length > 1 ? files.map(({ name, width }) => `/${name} ${width}w`).join(', ') : undefined}
      sizes={files.length > 1 ? sizes : undefined}
      width={16}
      height={9}
      alt={alt}
      loading={eager ? undefined : 'lazy'}
      className={cx(styles.cover, className)}
    />
  )
}
