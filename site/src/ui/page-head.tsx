import type { ReactNode } from 'react'
import { Toolbar } from './layout'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: ReactNode
  /** At most one is primary. */
  actions?: ReactNode
  children?: ReactNode
}

export function PageHead({ title, actions, children }: PageHeadProps) {
  return (
    <Toolbar className={styles.head}>
      <div>
        <h1>{title}</h1>
        <p className={styles.purpose}>{children}</p>
      </div>
      {actions}
    </Toolbar>
  )
}
