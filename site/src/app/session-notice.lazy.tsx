import styles from './session-notice.module.css'

/** An overlay that leaves the page readable. */
export default function SessionNotice() {
  return (
    <p role="status" className={styles.notice}>
      Loading Application...
    </p>
  )
}
