import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './badge.module.css'

interface BadgeProps extends ComponentProps<'span'> {
  tone?: 'plain' | 'honey' | 'success' | 'danger'
  /** 20 px high, for rails and phones. */
  small?: boolean
  mono?: boolean
}

export function Badge({ tone = 'plain', small, mono, className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        styles.badge,
        tone !== 'plain' && `soft-${tone}`,
        small && styles.small,
        mono && styles.mono,
        className,
      )}
    />
  )
}
