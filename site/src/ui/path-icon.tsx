import { cx } from '../lib/cx'
import styles from './path-icon.module.css'

interface PathIconProps {
  /** Lines on a grid of 24. */
  d: string
  small?: boolean
  className?: string | undefined
}

/** A decorative icon of the public pages, as one path to keep the HTML small. Screens of the app use `Icon`. */
export function PathIcon({ d, small = false, className }: PathIconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx(styles.icon, small && styles.small, className)}>
      <path d={d} />
    </svg>
  )
}
