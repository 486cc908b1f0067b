import { cx } from '../lib/cx'
import styles from './path-icon.module.css'

interface PathIconProps {
  /** Lines on a grid of 24. */
  d: string
  small?: boolean
  /** It points along the line: right-to-left texts mirror it. */
  pointing?: boolean
  className?: string | undefined
}

/** A decorative icon of the public pages, as one path to keep the HTML small. Screens of the app use `Icon`. */
export function PathIcon({ d, small = false, pointing = false, className }: PathIconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={cx(styles.icon, small && styles.small, pointing && styles.pointing, className)}
    >
      <path d={d} />
    </svg>
  )
}
