import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import work from './work.module.css'

interface LoadFailureProps {
  onRetry: () => void
  children: ReactNode
}

/** An alert that something could not be loaded, which `children` names, with a button to try again. */
export function LoadFailure({ onRetry, children }: LoadFailureProps) {
  return (
    <Alert>
      <p>{children}</p>
      <Button className={work.retry} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
