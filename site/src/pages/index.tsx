// First, because the layers' order is that of their first mention.
import '../styles/tokens.css'
import '../styles/reset.css'
import '../styles/base.css'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { routes as table, type Route } from '../routes'
import { About } from './about'
import { CvPage } from './cv'
import { Frame } from './frame'
import { Home } from './home'
import { NotFound } from './not-found'
import { OnTheWeb } from './on-the-web'
import { pageKeys } from './page-links'
import type { BuildData, PageProps, SiteContent } from './page-props'
import { Shell } from './shell'

/** The pages between the header and the footer. */
const pages: Record<string, (props: PageProps) => ReactNode> = {
  '/': Home,
  '/cv': CvPage,
  '/on-the-web': OnTheWeb,
  '/about': About,
}

/** Every address of the site, with the titles and descriptions that `content` gives the public pages. */
export function routes({ pages: heads, site }: SiteContent): Route[] {
  return table.flatMap((route): Route[] => {
    const key = pageKeys[route.path]
    if (key) return heads[key] ? [{ ...route, ...heads[key] }] : []
    return [route.kind === 'not-found' ? route : { ...route, title: `${route.title} · ${site.name}` }]
  })
}

/** The body of the public page at `path`, even without content; that of the not-found page at any other. */
export function renderPage(path: string, content: SiteContent, data: BuildData): string {
  const Page = pages[path]
  return renderToStaticMarkup(
    Page ? (
      <Frame content={content} path={path}>
        <Page content={content} data={data} />
      </Frame>
    ) : (
      <NotFound site={content.site} />
    ),
  )
}

/** The body of the document that starts the app. */
export const renderShell = (content: SiteContent): string => renderToStaticMarkup(<Shell content={content} />)
