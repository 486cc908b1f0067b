import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import { Button } from './button'
import { buttonClass } from './button-class'
import styles from './button.module.css'

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'aria-label'> {
  /** The accessible name, a verb. */
  label: string
}

/** A square button with only an icon. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <Button variant="quiet" {...rest} aria-label={label} className={cx(styles.square, className)} />
}

/** The class of a small icon button that is not a `Button`. */
export const iconButtonClass = buttonClass({ variant: 'quiet', small: true }, styles.square)

interface IconLinkProps extends Omit<ComponentProps<'a'>, 'aria-label' | 'className'> {
  label: string
}

export function IconLink({ label, children, ...rest }: IconLinkProps) {
  return (
    <a {...rest} aria-label={label} className={buttonClass({ variant: 'quiet' }, styles.square)}>
      {children}
    </a>
  )
}
