import { cx } from '../lib/cx'
import styles from './path-icon.module.css'

interface PathIconProps {
  /** The drawing: lines on a grid of 24. */
  d: string
  small?: boolean
  className?: string | undefined
}

/**
 * A decorative line icon of the public pages, as a single path: each of its bytes is in the HTML. Screens that load on
 * demand use the icon library, through `Icon`.
 */
export function PathIcon({ d, small = false, className }: PathIconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx(styles.icon, small && styles.small, className)}>
      <path d={d} />
    </svg>
  )
}
