import site from 'virtual:content/site'
import styles from './banner.module.css'
import { useBanner } from './use-banner'

/** The round banner: the owner's initials at once, and the front page's pictures over them when they arrive. */
export function Banner() {
  const state = useBanner()
  const initials = (
    <span aria-hidden="true" className={styles.initials}>
      {site.initials}
    </span>
  )
  return (
    <div className={styles.banner}>
      {state.status === 'ready' ? (
        <state.Button images={state.images} className={styles.disc}>
          {initials}
        </state.Button>
      ) : (
        <div className={styles.disc}>{initials}</div>
      )}
      {state.status === 'error' && (
        <p role="status" className={styles.error}>
          Failed to load banner images.
        </p>
      )}
    </div>
  )
}
