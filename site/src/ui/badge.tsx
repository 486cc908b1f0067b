import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './badge.module.css'

interface BadgeProps extends ComponentProps<'span'> {
  tone?: 'plain' | 'honey' | 'success' | 'danger'
}

/** A small pill that names a state or a kind. */
export function Badge({ tone = 'plain', className, ...rest }: BadgeProps) {
  return <span {...rest} className={cx(styles.badge, tone !== 'plain' && styles[tone], className)} />
}
