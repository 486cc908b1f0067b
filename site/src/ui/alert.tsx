import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconAlertCircle, IconCircleCheck, IconX } from './icons'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { passFocusOn } from './focus'
import styles from './alert.module.css'

interface AlertProps {
  children: ReactNode
  success?: boolean
  /** When this changes, the alert takes the focus; dismissing returns it. */
  focusOn?: unknown
  onDismiss?: () => void
}

export function Alert({ children, success = false, focusOn, onDismiss }: AlertProps) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (focusOn === undefined) return
    before.current = document.activeElement
    box.current?.focus()
  }, [focusOn])
  const dismiss = () => {
    if (before.current instanceof HTMLElement) before.current.focus()
    onDismiss?.()
  }
  return (
    <div
      ref={box}
      role={success ? 'status' : 'alert'}
      tabIndex={-1}
      className={cx(styles.alert, success ? 'soft-success' : 'soft-danger')}
    >
      <Icon of={success ? IconCircleCheck : IconAlertCircle} />
      <div className="grow">{children}</div>
      {onDismiss && (
        <IconButton ref={passFocusOn} label="Dismiss" className={styles.dismiss} onClick={dismiss}>
          <Icon of={IconX} />
        </IconButton>
      )}
    </div>
  )
}
