import type { ReactNode } from 'react'
import { Eyebrow } from './eyebrow'
import styles from './reading-head.module.css'

interface ReadingHeadProps {
  eyebrow: string
  title: string
  children?: ReactNode
}

/** The top of a page to read: a short line, the heading, and a lede. */
export function ReadingHead({ eyebrow, title, children }: ReadingHeadProps) {
  return (
    <div className={styles.head}>
      <Eyebrow>{eyebrow}</Eyebrow>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
