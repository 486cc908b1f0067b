import buildTimePicture from 'virtual:build-data/banner'
import site from 'virtual:content/site'
import { bannerSizes } from './banner-sizes'
import styles from './banner.module.css'
import { useBanner } from './use-banner'

/**
 * The round banner: the owner's initials at once, over them the picture that the build knew of, then the front page's
 * pictures when they are loaded. Without pictures, or on error, only the initials are shown.
 */
export function Banner() {
  const state = useBanner()
  const initial = (
    <>
      <span aria-hidden="true" className={styles.initials}>
        {site.initials}
      </span>
      {buildTimePicture && (state.status === 'loading' || state.status === 'ready') && (
        <picture>
          <source type="image/avif" srcSet={buildTimePicture.srcSet} sizes={bannerSizes} />
          <img
            className={styles.picture}
            src={buildTimePicture.src}
            width={432}
            height={432}
            alt={buildTimePicture.alt}
          />
        </picture>
      )}
    </>
  )
  return (
    <div className={styles.banner}>
      {state.status === 'ready' ? (
        <state.Button images={state.images} className={styles.disc}>
          {initial}
        </state.Button>
      ) : (
        <div className={styles.disc}>{initial}</div>
      )}
      {state.status === 'error' && (
        <p role="status" className={styles.error}>
          Failed to load banner images.
        </p>
      )}
    </div>
  )
}
