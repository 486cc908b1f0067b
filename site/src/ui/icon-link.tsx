import type { ComponentProps } from 'react'
import { buttonClass } from './button'
import styles from './button.module.css'

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'aria-label' | 'className'> {
  /** The accessible name. */
  label: string
}

/** A link that looks like an IconButton. */
export function IconLink({ label, children, ...rest }: IconLinkProps) {
  return (
    <a {...rest} aria-label={label} className={buttonClass({ variant: 'quiet' }, styles.square)}>
      {children}
    </a>
  )
}
