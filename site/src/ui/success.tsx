import { useEffect, useRef, type ReactNode } from 'react'
import { IconCircleCheck } from './icons'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import styles from './alert.module.css'

interface SuccessProps {
  children: ReactNode
  /** Takes the focus when this changes to something new. */
  focusOn?: unknown
}

/** A message of success, in the place of the error message. */
export function Success({ children, focusOn }: SuccessProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focusOn !== undefined) box.current?.focus()
  }, [focusOn])
  return (
    <div ref={box} role="status" tabIndex={-1} className={cx(styles.alert, styles.success)}>
      <Icon of={IconCircleCheck} className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
