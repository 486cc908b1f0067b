import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import styles from './text-page.module.css'

interface TextPageProps {
  eyebrow: ReactNode
  heading: string
  body: string
}

/** A page of one text. */
export const TextPage = ({ eyebrow, heading, body }: TextPageProps) => (
  <div className={styles.column} data-fade-in="">
    <PageIntro eyebrow={eyebrow} title={heading} />
    <RichText html={body} className={cx(styles.body, styles.only)} />
  </div>
)
