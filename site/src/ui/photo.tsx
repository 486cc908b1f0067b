import type { ComponentProps } from 'react'
import type { ImageRecord } from '../api/types'
import { objectPosition } from '../lib/object-position'
import { cx } from '../lib/cx'
import styles from './row-tile.module.css'

interface PhotoProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'sizes'> {
  of: Pick<ImageRecord, 'image_url' | 'srcset' | 'focal_point'>
  /** The width on screen, of which the browser chooses the file. */
  sizes: string
  /** Crops it like a `Thumbnail`. */
  square?: boolean
}

/** A photo of the library. If it is cropped, its focal point remains visible. */
export const Photo = ({ of: image, square, alt, className, ...rest }: PhotoProps) => (
  <img
    decoding="async"
    style={{ objectPosition: objectPosition(image.focal_point) }}
    {...rest}
    src={image.image_url}
    srcSet={image.srcset.map(({ url, width }) => `${url} ${width}w`).join(', ')}
    alt={alt}
    className={cx(square && styles.thumbnail, className)}
  />
)

interface ThumbnailProps extends Omit<ComponentProps<'img'>, 'style' | 'className'> {
  focalPoint?: ImageRecord['focal_point']
}

/** A square photo, as wide as `--size` or 40 px. */
export const Thumbnail = ({ focalPoint, alt, ...rest }: ThumbnailProps) => (
  <img
    width={40}
    height={40}
    loading="lazy"
    decoding="async"
    {...rest}
    alt={alt}
    style={{ objectPosition: objectPosition(focalPoint) }}
    className={styles.thumbnail}
  />
)
