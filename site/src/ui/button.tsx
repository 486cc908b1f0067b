import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './button.module.css'

export type Variant = 'primary' | 'outline' | 'quiet' | 'danger'

export interface ButtonLook {
  variant?: Variant
  /** As wide as its container. */
  wide?: boolean
}

/** The class names of a button's look, for what is not a `<button>`: a link, a file input's label. */
export const buttonClass = ({ variant = 'outline', wide = false }: ButtonLook, extra?: string) =>
  cx(styles.button, styles[variant], wide && styles.wide, extra)

/** A button, at least 44 px high. It submits no form unless its `type` says so. */
export function Button({ variant, wide, className, ...rest }: ButtonLook & ComponentProps<'button'>) {
  const look = { ...(variant && { variant }), ...(wide && { wide }) }
  return <button type="button" {...rest} className={buttonClass(look, className)} />
}
