import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconAlertCircle, IconX } from './icons'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import styles from './alert.module.css'

interface AlertProps {
  children: ReactNode
  /** The alert takes the focus when this changes, so that it is read out and scrolled into view. */
  focusOn?: unknown
  onDismiss?: () => void
}

/** An error message at the top of the region that it is about. */
export function Alert({ children, focusOn, onDismiss }: AlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (focusOn !== undefined) box.current?.focus()
  }, [focusOn])
  return (
    <div ref={box} role="alert" tabIndex={-1} className={styles.alert}>
      <Icon of={IconAlertCircle} className={styles.icon} />
      <div className={styles.text}>{children}</div>
      {onDismiss && (
        <IconButton label="Dismiss" className={styles.dismiss} onClick={onDismiss}>
          <Icon of={IconX} />
        </IconButton>
      )}
    </div>
  )
}
