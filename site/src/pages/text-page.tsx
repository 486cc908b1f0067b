import type { ReactNode } from 'react'
import { cx } from '../lib/cx'
import { PageIntro } from '../ui/page-intro'
import { RichText } from '../ui/rich-text'
import styles from './text-page.module.css'

interface TextPageProps {
  eyebrow: ReactNode
  heading: string
  body: string
  /** Its language, if it is another one than the page's. */
  lang?: string | undefined
}

/** A page of one text. */
export const TextPage = ({ eyebrow, heading, body, lang }: TextPageProps) => (
  <div className={styles.column} data-fade-in="">
    <PageIntro eyebrow={eyebrow} title={heading} titleLanguage={lang} />
    <RichText html={body} lang={lang} className={cx(styles.body, styles.only)} />
  </div>
)
