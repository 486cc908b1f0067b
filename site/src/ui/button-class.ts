import { cx } from '../lib/cx'
import styles from './button.module.css'

export type Variant = 'primary' | 'outline' | 'quiet' | 'danger'

export interface ButtonOptions {
  variant?: Variant
  /** As wide as its container. */
  wide?: boolean
}

/** The class names of a button, for links and for elements that are made without React. */
export const buttonClass = ({ variant = 'outline', wide = false }: ButtonOptions, extra?: string) =>
  cx(styles.button, styles[variant], wide && styles.wide, extra)
