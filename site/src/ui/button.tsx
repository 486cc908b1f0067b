import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './button.module.css'

export type Variant = 'primary' | 'outline' | 'quiet' | 'danger'

export interface ButtonOptions {
  variant?: Variant
  /** As wide as its container. */
  wide?: boolean
}

/** The class names of a button, for other elements that look like one, such as links. */
export const buttonClass = ({ variant = 'outline', wide = false }: ButtonOptions, extra?: string) =>
  cx(styles.button, styles[variant], wide && styles.wide, extra)

/** A button, at least 44 px high. It submits no form unless its `type` says so. */
export function Button({ variant, wide, className, ...rest }: ButtonOptions & ComponentProps<'button'>) {
  const options = { ...(variant && { variant }), ...(wide && { wide }) }
  return <button type="button" {...rest} className={buttonClass(options, className)} />
}
