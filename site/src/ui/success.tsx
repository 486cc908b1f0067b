import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconCircleCheck } from './icons'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import styles from './alert.module.css'

interface SuccessProps {
  children: ReactNode
  /** The message takes the focus when this changes. */
  focusOn?: unknown
}

/** A success message, in the place where an Alert would be. */
export function Success({ children, focusOn }: SuccessProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (focusOn !== undefined) box.current?.focus()
  }, [focusOn])
  return (
    <div ref={box} role="status" tabIndex={-1} className={cx(styles.alert, styles.success)}>
      <Icon of={IconCircleCheck} className={styles.icon} />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
