import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './checkbox.module.css'

/** A box to tick, with its words beside it. */
export function Checkbox({ children, className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={cx(styles.label, className)}>
      <input {...rest} type="checkbox" className={styles.box} />
      {children}
    </label>
  )
}
