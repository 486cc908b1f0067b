import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './card.module.css'

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside'
}

/** A bordered surface that groups its content. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  // The tags differ in nothing that these props can reach; the union of their prop types is only noise.
  const Box = Tag as 'div'
  return <Box {...rest} className={cx(styles.card, className)} />
}
