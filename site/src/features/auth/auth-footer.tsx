import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { Row } from '../../ui/layout'
import styles from './form.module.css'

/** The line under a form: a question, and a link for those whose answer is yes. */
export function AuthFooter({ question, children, ...link }: { question: ReactNode } & LinkProps) {
  return (
    <Row as="p" className={styles.footer}>
      {question}
      <Link {...link} className={styles.link}>
        {children}
      </Link>
    </Row>
  )
}
