import styles from './session-notice.module.css'

/** Lies over the page, which stays readable. */
export default function SessionNotice() {
  return (
    <p role="status" className={styles.notice}>
      Loading Application...
    </p>
  )
}
