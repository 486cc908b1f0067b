import type { SiteContent } from '../../../../../ssg/model/compile'
import { routes } from '../../../routes'
import { pageOf, renderPage, type PublicPath } from './render-page'

export { pageOf }

/** The paths of all screens, patterns among them. */
export const paths = routes.filter(({ kind }) => kind !== 'not-found').map(({ path }) => path)

/** The ids on the page at `path` when the texts are `content`; undefined where it is no public page. */
export function idsOn(path: string, content: SiteContent): ReadonlySet<string> | undefined {
  if (routes.find((page) => page.path === path)?.kind !== 'public') return undefined
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: renderPage(path as PublicPath, content),
  })
  return new Set([...page.querySelectorAll('[id]')].map(({ id }) => id))
}
