import styles from './skeleton.module.css'

/** Rows in the place of what is being fetched. The words that say so stand beside them. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} />
      ))}
    </div>
  )
}
