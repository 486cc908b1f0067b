import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import styles from './load-failure.module.css'

interface LoadFailureProps {
  onRetry: () => void
  children: ReactNode
}

/** What a screen shows could not be fetched; `children` says what. */
export function LoadFailure({ onRetry, children }: LoadFailureProps) {
  return (
    <Alert>
      <p>{children}</p>
      <Button className={styles.retry} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
