import { renderToStaticMarkup } from 'react-dom/server'
import type { Content } from 'virtual:content-model'
import { TermsDialog } from '../../features/auth/terms-dialog'
import { renderPage as renderPublicPage } from '../../pages'

/** The address of a public page. */
export type PublicPath = '/' | '/cv' | '/on-the-web' | '/about'

/** What is previewed: a public page, or the window in which whoever registers reads the terms. */
export type PreviewedPage = PublicPath | 'terms'

/** The page that shows the text at `path` of the content folder. The terms are on no page. */
export function pageOf(path: string): PublicPath | undefined {
  if (path === 'site.md' || path.startsWith('home/')) return '/'
  if (path.startsWith('cv/')) return '/cv'
  if (path.startsWith('on-the-web/')) return '/on-the-web'
  return path === 'about.md' ? '/about' : undefined
}

/** The markup that the build writes into the page at `path` when the texts are `content`; that of the terms the browser makes. */
export function renderPage(path: PreviewedPage, content: Content): string {
  if (path !== 'terms') return renderPublicPage(path, content, { banner: null, cv: null })
  return renderToStaticMarkup(<TermsDialog terms={content.terms} onClose={() => undefined} />)
}
