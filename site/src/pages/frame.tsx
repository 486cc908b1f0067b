import type { ReactNode } from 'react'
import styles from './frame.module.css'
import { LanguageSuggestions } from './language-switch'
import type { SiteContent } from './page-props'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

interface FrameProps {
  content: SiteContent
  path: string
  children: ReactNode
}

/** A page to read: header, content and footer. */
export function Frame({ content, path, children }: FrameProps) {
  return (
    <>
      <SiteHeader content={content} path={path} />
      <LanguageSuggestions content={content} path={path} />
      <main id="main" className={styles.main}>
        {children}
      </main>
      <SiteFooter content={content} path={path} />
    </>
  )
}
