import { count } from '../../lib/count'
import { Button } from '../../ui/button'
import styles from './retry-failed.module.css'
import type { ChosenPicture } from './upload'

interface RetryFailedProps {
  pictures: readonly ChosenPicture[]
  onRetry: () => void
}

/** Offers to send again what did not arrive. */
export function RetryFailed({ pictures, onRetry }: RetryFailedProps) {
  return (
    <div role="group" aria-label="Not uploaded" className={styles.box}>
      <p className={styles.text}>
        {count(pictures.length, 'file was', 'files were')} not uploaded:{' '}
        {pictures.map(({ file }) => file.name).join(', ')}
      </p>
      <Button variant="outline" onClick={onRetry}>
        Retry failed
      </Button>
    </div>
  )
}
