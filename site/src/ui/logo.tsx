import site from 'virtual:content/site'
import styles from './logo.module.css'

/** The owner's logo: the first initial in a hexagon. It is hidden from screen readers, because the name follows it. */
export function Logo() {
  return (
    <span className={styles.logo} aria-hidden="true">
      {site.initials.charAt(0)}
    </span>
  )
}
