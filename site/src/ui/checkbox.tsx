import type { ComponentProps } from 'react'
import { cx } from '../lib/cx'
import styles from './checkbox.module.css'

/** A checkbox with its label. */
export function Checkbox({ children, className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={cx(styles.label, className)}>
      <input {...rest} type="checkbox" className={styles.box} />
      {children}
    </label>
  )
}
