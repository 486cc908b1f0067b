import type { ReactNode } from 'react'
import { Toolbar } from './layout'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: ReactNode
  /** Buttons at the title's other end; at most one is primary. */
  actions?: ReactNode
  children?: ReactNode
}

/** The top of a screen: its title and one line about it. */
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
