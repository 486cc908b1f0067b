import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './card.module.css'

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside'
  /** Without padding, for rows and tables that reach its edges. */
  flush?: boolean
}

export function Card({ as: Tag = 'div', flush, className, ...rest }: CardProps) {
  // These props are common to all tags.
  const Box = Tag as 'div'
  return <Box {...rest} className={cx(styles.card, flush && styles.flush, className)} />
}
