import styles from './skeleton.module.css'

/** Placeholder rows while something is loading; the text that says so is beside them. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} />
      ))}
    </div>
  )
}
