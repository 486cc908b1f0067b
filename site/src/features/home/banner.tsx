import site from 'virtual:content/site'
import { cx } from '../../lib/cx'
import { BannerPictures } from './banner-pictures'
import styles from './banner.module.css'
import { useBanner } from './use-banner'

/** The round banner: the owner's initials at once, and the front page's pictures over them when they arrive. */
export function Banner() {
  const { state, advance } = useBanner()
  const initials = (
    <span aria-hidden="true" className={styles.initials}>
      {site.initials}
    </span>
  )

  if (state.status !== 'ready') {
    return (
      <div className={styles.banner}>
        <div className={styles.disc}>{initials}</div>
        {state.status === 'error' && (
          <p role="status" className={styles.error}>
            Failed to load banner images.
          </p>
        )}
      </div>
    )
  }

  const { images, index } = state
  const title = images[index]?.title
  return (
    <div className={styles.banner}>
      <button
        type="button"
        className={cx(styles.disc, styles.button)}
        aria-label={title ? `Show next picture, ${title}` : 'Show next picture'}
        onClick={advance}
        onPointerEnter={(event) => event.pointerType === 'mouse' && advance()}
      >
        {initials}
        <BannerPictures images={images} index={index} />
        <span className={styles.count}>
          {index + 1} of {images.length}
        </span>
      </button>
    </div>
  )
}
