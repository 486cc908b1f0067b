import type { ReactNode } from 'react'
import { Button, type ButtonOptions } from './button'
import styles from './submit-button.module.css'

interface SubmitButtonProps extends ButtonOptions {
  /** The label while the form is busy; the button then keeps the focus and does nothing. */
  busy: string | false
  /** There is nothing more to send. */
  disabled?: boolean
  children: ReactNode
}

/** The button that sends a form. */
export function SubmitButton({ busy, children, ...options }: SubmitButtonProps) {
  return (
    <Button {...options} type="submit" aria-disabled={busy !== false} className={styles.submit}>
      {busy === false ? children : busy}
    </Button>
  )
}
