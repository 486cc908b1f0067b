import { cx } from '../lib/cx'
import styles from './glyph.module.css'

interface GlyphProps {
  /** The drawing: lines on a grid of 24. */
  d: string
  small?: boolean
  className?: string | undefined
}

/**
 * A decorative line icon of the public pages. It is a path and nothing else, for each of its bytes stands in a page
 * that should weigh little; screens that come later take theirs from the icon library, through `Icon`.
 */
export function Glyph({ d, small = false, className }: GlyphProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={cx(styles.glyph, small && styles.small, className)}
    >
      <path d={d} />
    </svg>
  )
}
