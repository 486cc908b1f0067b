import { pageOf } from '#model/addresses'
import type { Gallery } from '#model/galleries'

const pageNames: Record<string, string> = {
  '/': 'home page',
  '/cv': 'CV page',
  '/on-the-web': 'On the Web page',
  '/about': 'About page',
}

/** The name of the public page at `path` in a sentence. */
export const pageName = (path: string): string => pageNames[path] ?? 'page'

export { pageOf }

/** The page of the file at `path` on a site with `galleries`: one alone has no list before it, and its link is as the file says. */
export const pageAmong = (galleries: readonly Gallery[], path: string): string | undefined =>
  path === 'gallery/page.md' && galleries.length < 2 ? galleries[0]?.pages[0]?.path : pageOf(path)
