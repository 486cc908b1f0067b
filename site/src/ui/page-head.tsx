import type { ReactNode } from 'react'
import { Toolbar } from './layout'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: string
  /** Where to go from here, at the title's other end. */
  actions?: ReactNode
  children?: ReactNode
}

/** The top of a staff screen: its title and one line about it. */
export function PageHead({ title, actions, children }: PageHeadProps) {
  return (
    <Toolbar className={styles.head}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.purpose}>{children}</p>
      </div>
      {actions}
    </Toolbar>
  )
}
