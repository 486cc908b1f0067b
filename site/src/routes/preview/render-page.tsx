import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { Router, type Navigator } from 'react-router-dom'
import type { Content } from 'virtual:content-model'
import site from 'virtual:content/site'
import { App } from '../../app'
import { allowByteStreams } from '../../lib/byte-streams'
import { withoutRouterMarks } from '../../lib/markup'
import { findPage } from '../../routes'

/** The code of the public pages, with the texts that each of them shows beside those of the site. */
const pages = {
  '/': async () => ['home', (await import('../../features/home/home-page')).content],
  '/cv': async () => ['cv', (await import('../../features/cv/cv-page')).content],
  '/on-the-web': async () => ['onTheWeb', (await import('../public/on-the-web')).content],
  '/about': async () => ['about', (await import('../public/about')).content],
} satisfies Record<string, () => Promise<[keyof Content, object]>>

/** The address of a public page. */
export type PublicPath = keyof typeof pages

/** What is previewed: a public page, or the window in which whoever registers reads the terms. */
export type PreviewedPage = PublicPath | 'terms'

/** The page that shows the text at `path` of the content folder. The terms are on no page. */
export function pageOf(path: string): PublicPath | undefined {
  if (path === 'site.md' || path.startsWith('home/')) return '/'
  if (path.startsWith('cv/')) return '/cv'
  if (path.startsWith('on-the-web/')) return '/on-the-web'
  return path === 'about.md' ? '/about' : undefined
}

const stay = () => undefined
// React Router's StaticRouter, and its createPath, would come into the scripts of every page.
const nowhere: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : [to.pathname, to.search, to.hash].join('')),
  go: stay,
  push: stay,
  replace: stay,
}

/** The markup that the build writes into the page at `path` when the texts are `content`; that of the terms the browser makes. */
export async function renderPage(path: PreviewedPage, content: Content): Promise<string> {
  if (path === 'terms') {
    const { TermsDialog } = await import('../../features/auth/terms-dialog')
    return markupOf(<TermsDialog terms={content.terms} onClose={stay} />)
  }
  const [[key, shown]] = await Promise.all([pages[path](), findPage(path).preload()])
  const texts = [
    [site, content.site],
    [shown, content[key]],
  ] as const
  const own = texts.map(([module]) => ({ ...module }))
  // Screens import their texts, which costs visitors nothing. React renders in a microtask of its own, between these two, so
  // that nobody else sees other texts than before.
  queueMicrotask(() => texts.forEach(([module, other]) => Object.assign(module, other)))
  const rendered = markupOf(
    <Router static location={path} navigator={nowhere}>
      <App />
    </Router>,
  )
  queueMicrotask(() => texts.forEach(([module], index) => Object.assign(module, own[index])))
  return withoutRouterMarks(await rendered)
}

// The app may have stopped in the middle of its own rendering. What its contexts say there would be read here as well, for React
// keeps it in one place; work on another root puts that back, and the app begins anew.
const aside = createRoot(document.createElement('div'))

allowByteStreams()

async function markupOf(element: ReactNode): Promise<string> {
  const errors: unknown[] = []
  flushSync(() => aside.render(null))
  const { prelude } = await prerender(element, {
    progressiveChunkSize: Infinity,
    onError: (error) => void errors.push(error),
  })
  const markup = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return markup
}
