import type { ReactNode } from 'react'
import styles from './page-intro.module.css'

interface PageIntroProps {
  eyebrow: ReactNode
  title: string
  /** The title's language, if it is another one than the page's. */
  titleLanguage?: string | undefined
  children?: ReactNode
}

/** The top of a page to read: a short line, the heading, and a lede. */
export function PageIntro({ eyebrow, title, titleLanguage, children }: PageIntroProps) {
  return (
    <div className={styles.head}>
      {eyebrow !== '' && <Eyebrow>{eyebrow}</Eyebrow>}
      <h1 dir="auto" lang={titleLanguage}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** The short line over a page's heading. */
function Eyebrow({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className={styles.eyebrow}>
      {children}
    </p>
  )
}
