import styles from './skip-link.module.css'

/** The first stop of the Tab key: past the bar, to the content with the id `main`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.skip}>
      Skip to content
    </a>
  )
}
