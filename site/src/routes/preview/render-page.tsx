import { prerender } from 'react-dom/static'
import { Router, type Navigator } from 'react-router-dom'
import type { Content } from 'virtual:content-model'
import site from 'virtual:content/site'
import { App } from '../../app'
import { withoutRouterMarks } from '../../lib/markup'
import { findPage } from '../../routes'

/** The code of the public pages, with the texts that each of them shows beside those of the site. */
const pages = {
  '/': async () => ['home', (await import('../../features/home/home-page')).content],
  '/cv': async () => ['cv', (await import('../../features/cv/cv-page')).content],
  '/on-the-web': async () => ['on-the-web', (await import('../public/on-the-web')).content],
  '/about': async () => ['about', (await import('../public/about')).content],
} satisfies Record<string, () => Promise<[keyof Content, object]>>

/** The address of a public page. */
export type PublicPath = keyof typeof pages

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

/** The markup that the build writes into the page at `path` when the texts are `content`. */
export async function renderPage(path: PublicPath, content: Content): Promise<string> {
  const [[key, shown]] = await Promise.all([pages[path](), findPage(path).preload()])
  const texts = [
    [site, content.site],
    [shown, content[key]],
  ] as const
  const own = texts.map(([module]) => ({ ...module }))
  const errors: unknown[] = []
  // Screens import their texts, which costs visitors nothing. React renders in a microtask of its own, between these two, so
  // that nobody else sees other texts than before.
  queueMicrotask(() => texts.forEach(([module, other]) => Object.assign(module, other)))
  const rendered = prerender(
    <Router static location={path} navigator={nowhere}>
      <App />
    </Router>,
    { progressiveChunkSize: Infinity, onError: (error) => void errors.push(error) },
  )
  queueMicrotask(() => texts.forEach(([module], index) => Object.assign(module, own[index])))
  const { prelude } = await rendered
  const markup = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  return withoutRouterMarks(markup)
}
