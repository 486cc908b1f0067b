import type { ReactNode } from 'react'
import styles from './page-intro.module.css'

interface PageIntroProps {
  eyebrow: ReactNode
  title: string
  children?: ReactNode
}

/** The top of a page to read: a short line, the heading, and a lede. */
export function PageIntro({ eyebrow, title, children }: PageIntroProps) {
  return (
    <div className={styles.head}>
      {eyebrow !== '' && <Eyebrow>{eyebrow}</Eyebrow>}
      <h1 dir="auto">{title}</h1>
      {children}
    </div>
  )
}

/** The short line over a page's heading. */
export function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className={styles.eyebrow}>
      {children}
    </p>
  )
}
