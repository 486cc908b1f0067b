import styles from './session-notice.module.css'

/** Stands over the page, which stays readable, while a stored session is being checked. */
export default function SessionNotice() {
  return (
    <p role="status" className={styles.notice}>
      Loading Application...
    </p>
  )
}
