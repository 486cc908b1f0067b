import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteContent } from '../../../../../ssg/model/compile'
import { RichText } from '../../../ui/rich-text'
import { renderPage as renderPublicPage } from '../../../pages'
import styles from './page-preview.module.css'

/** The address of a public page. */
export type PublicPath = '/' | '/cv' | '/on-the-web' | '/about'

/** A public page, or the terms, which the sign-up form shows in a dialog. */
export type PreviewedPage = PublicPath | 'terms'

/** The page that shows the text at `path` of the content folder. The terms are on no page. */
export function pageOf(path: string): PublicPath | undefined {
  if (path === 'site.md' || path.startsWith('home/')) return '/'
  if (path.startsWith('cv/')) return '/cv'
  if (path.startsWith('on-the-web/')) return '/on-the-web'
  return path === 'about.md' ? '/about' : undefined
}

/** The markup of the page at `path`, as the build writes it; the app shows the terms in a dialog. */
export function renderPage(path: PreviewedPage, content: SiteContent): string {
  if (path !== 'terms') return renderPublicPage(path, content, { banner: null, cv: null })
  const { heading, updated, body } = content.terms
  return renderToStaticMarkup(
    <main className={styles.terms}>
      <h1>{heading}</h1>
      <p>{`Last updated: ${updated}`}</p>
      <RichText html={body} />
    </main>,
  )
}
