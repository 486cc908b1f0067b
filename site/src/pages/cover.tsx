import { imageMarkup, type ImageFiles } from '../../../ssg/model/images'
import { Comb } from './comb'
import styles from './cover.module.css'

interface CoverProps {
  image: ImageFiles | undefined
  /** Empty for a decoration. */
  alt?: string | undefined
  /** Whether visitors may see it without scrolling. */
  eager?: boolean
  /** How wide it is shown; by default as wide as a column of text. */
  sizes?: string
  /** The width of the widest file, in pixels. */
  widest?: number
}

/** The image of an entry, 16:9; without one a field of honeycomb. */
export function Cover({ image, alt = '', eager = false, sizes, widest = Infinity }: CoverProps) {
  if (!image) return <Comb />
  // A list of covers is long. All browsers that the pages are made for know AVIF.
  const files = image.files.filter(({ ending, width }) => ending !== 'webp' && width <= widest)
  const html = imageMarkup({ ...image, files }, alt, eager, sizes)
  return <div className={styles.cover} dangerouslySetInnerHTML={{ __html: html }} />
}
