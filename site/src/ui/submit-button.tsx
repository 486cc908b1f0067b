import type { ReactNode } from 'react'
import { Button, type ButtonLook } from './button'
import styles from './submit-button.module.css'

interface SubmitButtonProps extends ButtonLook {
  /** What the button says while its form is busy; it keeps its place and the focus, and does nothing. */
  busy: string | false
  /** There is nothing more to send. */
  disabled?: boolean
  children: ReactNode
}

/** The button that sends a form. */
export function SubmitButton({ busy, children, ...look }: SubmitButtonProps) {
  return (
    <Button {...look} type="submit" aria-disabled={busy !== false} className={styles.submit}>
      {busy === false ? children : busy}
    </Button>
  )
}
