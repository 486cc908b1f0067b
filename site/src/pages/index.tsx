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
import type { BuildData, SiteContent } from './page-props'
import { Shell } from './shell'

/** A page between the header and the footer. */
interface Page {
  /** The key of its title and description in the content. */
  key: keyof SiteContent['pages']
  main: (content: SiteContent, data: BuildData) => ReactNode
}

const pages: Record<string, Page> = {
  '/': { key: 'home', main: (content, data) => <Home content={content} data={data} /> },
  '/cv': { key: 'cv', main: (content, data) => <CvPage content={content} data={data} /> },
  '/on-the-web': { key: 'onTheWeb', main: (content) => <OnTheWeb content={content} /> },
  '/about': { key: 'about', main: (content) => <About content={content} /> },
}

/** Every address of the site, with the titles and descriptions that `content` gives the public pages. */
export function routes({ pages: heads, site }: SiteContent): Route[] {
  return table.map((route) => {
    const page = pages[route.path]
    if (page) return { ...route, ...heads[page.key] }
    return route.kind === 'not-found' ? route : { ...route, title: `${route.title} · ${site.name}` }
  })
}

/** The body of the public page at `path`; that of the not-found page at any other. */
export function renderPage(path: string, content: SiteContent, data: BuildData): string {
  const page = pages[path]
  return renderToStaticMarkup(
    page ? (
      <Frame site={content.site} path={path}>
        {page.main(content, data)}
      </Frame>
    ) : (
      <NotFound site={content.site} />
    ),
  )
}

/** The body of the document that starts the app. */
export const renderShell = (content: SiteContent): string => renderToStaticMarkup(<Shell content={content} />)
