import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import styles from './load-failure.module.css'

/** The lists could not be fetched. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert>
      <p>Failed to load images or galleries. Access denied or server error.</p>
      <Button className={styles.retry} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
