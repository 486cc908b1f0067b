import { count } from '../../lib/count'
import { Button } from '../../ui/button'
import styles from './retry-failed.module.css'

interface RetryFailedProps {
  files: readonly File[]
  onRetry: () => void
}

/** Offers to send again what did not arrive. */
export function RetryFailed({ files, onRetry }: RetryFailedProps) {
  return (
    <div role="group" aria-label="Not uploaded" className={styles.box}>
      <p className={styles.words}>
        {count(files.length, 'file was', 'files were')} not uploaded:{' '}
        {files.map(({ name }) => name).join(', ')}
      </p>
      <Button variant="outline" onClick={onRetry}>
        Retry failed
      </Button>
    </div>
  )
}
