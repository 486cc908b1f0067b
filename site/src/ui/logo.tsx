import styles from './logo.module.css'

/** The first initial in a hexagon. Screen readers hear the name that follows. */
export function Logo({ initials }: { initials: string }) {
  return (
    <span className={styles.logo} aria-hidden="true">
      {initials.charAt(0)}
    </span>
  )
}
