import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { withoutSlash } from '../lib/path'
import { reducedMotion } from '../lib/reduced-motion'

interface PageHead {
  path: string
  kind: string
  title: string
  description?: string
  preload: () => Promise<void>
}

/**
 * What a full page load would do by itself: the head follows the path, a new path starts at its top with the
 * focus on its content, and readers hear its title. Links fetch their screen's code as soon as they are aimed at.
 */
export function RouteEffects({ find }: { find: (pathname: string) => PageHead }) {
  const pathname = withoutSlash(useLocation().pathname)
  const type = useNavigationType()
  const shown = useRef(pathname)
  const [announced, announce] = useState('')
  const { title, description, kind, path } = find(pathname)

  useEffect(() => {
    document.title = title
    document.querySelector('meta[name="description"]')?.setAttribute('content', description ?? '')
    const siteUrl = import.meta.env.SITE_URL
    if (siteUrl) showCanonical(kind === 'public' ? siteUrl + path : undefined)
  }, [title, description, kind, path])

  // Before the paint, so that a view transition leads to the page as it will stand, and keys pressed meanwhile meet it.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    announce(title)
    focusMain()
    // Back and forward return to where the visitor was; the browser sees to that.
    if (type !== NavigationType.Pop) scrollTo({ top: 0, behavior: reducedMotion() ? 'auto' : 'smooth' })
  }, [pathname, title, type])

  useEffect(
    () =>
      prefetchOnAim(
        (path) =>
          void find(path)
            .preload()
            .catch(() => undefined),
      ),
    [find],
  )

  return (
    <p role="status" className="visually-hidden">
      {announced}
    </p>
  )
}

/** The address that search engines and phones are given: what the build writes into a page, or none. */
function showCanonical(address: string | undefined): void {
  const present = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  if (address === undefined) {
    present?.remove()
    return
  }
  const link = present ?? document.createElement('link')
  link.rel = 'canonical'
  link.href = address
  if (!present) document.head.append(link)
}

function focusMain(): void {
  const main = document.querySelector('main')
  // A screen that put the focus on its first field knows better.
  if (!main || main.contains(document.activeElement)) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

function prefetchOnAim(fetch: (path: string) => void): () => void {
  const onAim = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === location.origin && !link.target) fetch(link.pathname)
  }
  document.addEventListener('pointerover', onAim)
  document.addEventListener('focusin', onAim)
  return () => {
    document.removeEventListener('pointerover', onAim)
    document.removeEventListener('focusin', onAim)
  }
}
