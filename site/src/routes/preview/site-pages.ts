import type { Content } from 'virtual:content-model'
import { pages } from '../../routes'
import { pageOf, renderPage, type PublicPath } from './render-page'

export { pageOf }

/** The paths of all screens, patterns among them. */
export const paths = pages.filter(({ kind }) => kind !== 'not-found').map(({ path }) => path)

/** The ids on the page at `path` when the texts are `content`; undefined where it is no public page. */
export async function idsOn(path: string, content: Content): Promise<ReadonlySet<string> | undefined> {
  if (pages.find((page) => page.path === path)?.kind !== 'public') return undefined
  const { content: page } = Object.assign(document.createElement('template'), {
    innerHTML: await renderPage(path as PublicPath, content),
  })
  return new Set([...page.querySelectorAll('[id]')].map(({ id }) => id))
}
