import { publicLinks, type NavigationLink } from '../lib/navigation'
import type { SiteContent } from './page-props'

/** The public pages' keys in the content. */
export const pageKeys: Record<string, keyof SiteContent['pages']> = {
  '/': 'home',
  '/cv': 'cv',
  '/on-the-web': 'onTheWeb',
  '/about': 'about',
}

/** The links to the public pages that have content. */
export const pageLinks = ({ pages }: Pick<SiteContent, 'pages'>): NavigationLink[] =>
  publicLinks.filter(({ to }) => pages[pageKeys[to] ?? 'home'] !== undefined)
