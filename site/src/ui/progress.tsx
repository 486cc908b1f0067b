import styles from './progress.module.css'

/** A progress bar; `percent` is a whole number. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles.track}
    >
      <div className={styles.bar} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}

/** Placeholder rows while a list loads; the status text is beside them. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
