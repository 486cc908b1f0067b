import type { ReactNode } from 'react'
import { IconArrowLeft } from '../../ui/icons'
import { Icon } from '../../ui/icon'
import styles from './account-head.module.css'

/** The top of an account screen: the link back, the title and one line about it. */
export function AccountHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <a href="/" className={styles.back}>
        <Icon of={IconArrowLeft} />
        Back to home
      </a>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.purpose}>{children}</p>
    </header>
  )
}
