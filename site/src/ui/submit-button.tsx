import { use, type ReactNode } from 'react'
import { Button, type ButtonOptions } from './button'
import { FormContext } from './field'
import styles from './submit-button.module.css'

interface SubmitButtonProps extends ButtonOptions {
  /** The label while the form is pending; the button then keeps the focus and does nothing. */
  busy: string
  /** There is nothing more to send. */
  disabled?: boolean
  children: ReactNode
}

/** The button that sends a form. */
export function SubmitButton({ busy, children, ...options }: SubmitButtonProps) {
  const { pending } = use(FormContext)
  return (
    <Button {...options} type="submit" aria-disabled={pending} className={styles.submit}>
      {pending ? busy : children}
    </Button>
  )
}
