import styles from './logo.module.css'

/** The owner's logo: the first initial in a hexagon. It is hidden from screen readers, because the name follows it. */
export function Logo({ initials }: { initials: string }) {
  return (
    <span className={styles.logo} aria-hidden="true">
      {initials.charAt(0)}
    </span>
  )
}
