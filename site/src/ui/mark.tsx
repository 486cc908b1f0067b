import site from 'virtual:content/site'
import styles from './mark.module.css'

/** The owner's mark: the first initial in a hexagon. The name stands beside it. */
export function Mark() {
  return (
    <span className={styles.mark} aria-hidden="true">
      {site.initials.charAt(0)}
    </span>
  )
}
