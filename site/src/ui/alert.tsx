import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconAlertCircle, IconCircleCheck, IconX } from './icons'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { passFocusOn } from './focus'
import styles from './alert.module.css'

interface AlertProps {
  children: ReactNode
  /** It is a message that something succeeded. */
  success?: boolean
  /** The alert takes the focus when this changes, so that it is read out and scrolled into view. Dismissed, it gives it back. */
  focusOn?: unknown
  onDismiss?: () => void
}

/** A message at the top of the region that it is about. */
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
      className={cx(styles.alert, success && styles.success)}
    >
      <Icon of={success ? IconCircleCheck : IconAlertCircle} className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {onDismiss && (
        <IconButton ref={passFocusOn} label="Dismiss" className={styles.dismiss} onClick={dismiss}>
          <Icon of={IconX} />
        </IconButton>
      )}
    </div>
  )
}
