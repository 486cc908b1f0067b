import styles from './logo.module.css'

/** A letter in a hexagon. Screen readers hear the name that follows. */
export function Logo({ letter }: { letter: string }) {
  return (
    <span className={styles.logo} aria-hidden="true">
      {letter}
    </span>
  )
}
