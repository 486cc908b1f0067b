import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import { buttonClass, type ButtonOptions } from './button-class'
import danger from './button-danger.module.css'

export interface ButtonProps extends Omit<ButtonOptions, 'variant'>, ComponentProps<'button'> {
  /** `danger` is filled, for confirmations; `warn` is an outlined button with danger text. */
  variant?: NonNullable<ButtonOptions['variant']> | 'danger' | 'warn'
}

/** A button that submits only with `type="submit"`. */
export function Button({
  variant = 'outline',
  wide = false,
  small = false,
  className,
  ...rest
}: ButtonProps) {
  const isDangerous = variant === 'danger' || variant === 'warn'
  const classes = cx(isDangerous && danger[variant], className)
  const look = variant === 'danger' ? 'primary' : variant === 'warn' ? 'outline' : variant
  return <button type="button" {...rest} className={buttonClass({ variant: look, wide, small }, classes)} />
}
