import { cx } from '../lib/cx'
import styles from './button.module.css'

export type Variant = 'primary' | 'outline' | 'quiet'

export interface ButtonOptions {
  variant?: Variant
  /** As wide as its container. */
  wide?: boolean
  /** 32 px high, for rows. */
  small?: boolean
}

/** The class names of a button, for links and for elements that are made without React. */
export const buttonClass = (
  { variant = 'outline', wide = false, small = false }: ButtonOptions,
  extra?: string,
) => cx(styles.button, styles[variant], wide && styles.wide, small && 'small-button', extra)
