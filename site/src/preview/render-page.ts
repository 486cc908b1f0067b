import { builtFiles } from '#model/addresses'
import type { SiteContent } from '#model/compile'
import { pathIn } from '#model/language'
import { publicPages } from '#model/public-pages'
import type { PrivatePage } from '#model/private-page'
import { renderPage as renderPublicPage, renderPrivatePage, routes as routesOf } from '../pages'
import type { BuildData } from '../pages/page-props'
import { routes } from '../routes'

export { pageOf } from './public-pages'

/** The markup of a private page, or of the public page at an address, as the build writes it. */
export const renderPage = (
  page: string | PrivatePage,
  content: SiteContent,
  banner: BuildData['banner'] = null,
): string =>
  typeof page === 'string'
    ? renderPublicPage(page, content, { banner, cv: null })
    : renderPrivatePage(page, content).body

/** The paths that any content may have a page at, as patterns. */
const anyPage = ['', '/:language'].flatMap((prefix) =>
  ['/', '/:page', '/projects/:slug', '/notes/:slug'].map((path) => pathIn({ prefix }, path)),
)

/** The paths of all screens, patterns among them, and of the pages, files and former pages of `content`. */
export function pathsOf(content: SiteContent | undefined): string[] {
  const all = (content ? routesOf(content) : routes).filter(({ kind }) => kind !== 'not-found')
  const others = content ? [...filesOf(content), ...content.redirects.map(({ from }) => from)] : anyPage
  return [...all.map(({ path }) => path), ...others]
}

/** The files that the build writes for the language, such as its CV. */
const filesOf = ({ language }: SiteContent): string[] =>
  builtFiles.filter((path) => !path.endsWith('*')).map((path) => pathIn(language, path))

/** The ids on the page at `path`; undefined if it is not a public page. */
export function idsOn(path: string, content: SiteContent): ReadonlySet<string> | undefined {
  if (!publicPages(content).some((page) => page.path === path)) return undefined
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: renderPage(path, content),
  })
  return new Set([...page.querySelectorAll('[id]')].map(({ id }) => id))
}
