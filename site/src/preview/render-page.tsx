import { renderToStaticMarkup } from 'react-dom/server'
import type { SiteContent } from '../../../ssg/model/compile'
import { renderPage as renderPublicPage, routes as routesOf } from '../pages'
import type { BuildData } from '../pages/page-props'
import { routes } from '../routes'
import { RichText } from '../ui/rich-text'
import type { PublicPath } from './public-pages'
import styles from './page-frame.module.css'

export { pageOf } from './public-pages'

/** A public page, or the terms, which the sign-up form shows in a dialog. */
export type PreviewedPage = PublicPath | 'terms'

/** The markup of a page as the build writes it. */
export function renderPage(
  path: PreviewedPage,
  content: SiteContent,
  banner: BuildData['banner'] = null,
): string {
  if (path !== 'terms') return renderPublicPage(path, content, { banner, cv: null })
  const { heading, updated, body } = content.terms
  return renderToStaticMarkup(
    <main className={styles.terms}>
      <h1>{heading}</h1>
      <p>{`Last updated: ${updated}`}</p>
      <RichText html={body} />
    </main>,
  )
}

/** The paths of all screens, patterns among them; with `content`, without pages that have none. */
export const pathsOf = (content: SiteContent | undefined): string[] =>
  (content ? routesOf(content) : routes).filter(({ kind }) => kind !== 'not-found').map(({ path }) => path)

/** The ids on the page at `path`; undefined if it is not a public page. */
export function idsOn(path: string, content: SiteContent): ReadonlySet<string> | undefined {
  if (routes.find((page) => page.path === path)?.kind !== 'public') return undefined
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: renderPage(path as PublicPath, content),
  })
  return new Set([...page.querySelectorAll('[id]')].map(({ id }) => id))
}
