import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './form.module.css'

/** Under a form: a question, and the screen for whoever says yes. */
export function AuthFooter({ question, children, ...link }: { question: ReactNode } & LinkProps) {
  return (
    <p className={styles.footer}>
      {question}
      <Link {...link} className={styles.link}>
        {children}
      </Link>
    </p>
  )
}
