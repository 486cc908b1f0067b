import type { ReactNode } from 'react'
import styles from './page-head.module.css'

/** The top of a staff screen: its title and one line about it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.purpose}>{children}</p>
    </header>
  )
}
