import type { ComponentProps } from 'react'
import { IconChevronDown } from './icons'
import { cx } from '../lib/cx'
import { Icon } from './icon'
import styles from './select.module.css'

/** A native select, styled as the other controls. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={styles.box}>
      <select {...rest} className={cx(className, styles.select)} />
      <Icon of={IconChevronDown} size={16} className={styles.chevron} />
    </div>
  )
}
