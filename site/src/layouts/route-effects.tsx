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
 * focus on its content, and screen readers announce its title. A link that is hovered or focused prefetches its screen.
 */
export function RouteEffects({ find }: { find: (pathname: string) => PageHead }) {
  const pathname = withoutSlash(useLocation().pathname)
  const type = useNavigationType()
  const previousPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  const { title, description, kind, path } = find(pathname)

  useEffect(() => {
    document.title = title
    document.querySelector('meta[name="description"]')?.setAttribute('content', description ?? '')
    const siteUrl = import.meta.env.SITE_URL
    if (siteUrl) setCanonical(kind === 'public' ? siteUrl + path : undefined)
  }, [title, description, kind, path])

  // Before the paint, so that a view transition ends at the final scroll position, and keys pressed meanwhile reach the page.
  useLayoutEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    setAnnouncement(title)
    focusMain()
    // Back and forward: the browser restores the scroll position.
    if (type !== NavigationType.Pop) scrollTo({ top: 0, behavior: reducedMotion() ? 'auto' : 'smooth' })
  }, [pathname, title, type])

  useEffect(
    () =>
      prefetchOnHover(
        (path) =>
          void find(path)
            .preload()
            .catch(() => undefined),
      ),
    [find],
  )

  return (
    <p role="status" className="visually-hidden">
      {announcement}
    </p>
  )
}

/** Sets the canonical link, which the build writes into prerendered pages, or removes it. */
function setCanonical(address: string | undefined): void {
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
  // A screen may have put the focus on its first field.
  if (!main || main.contains(document.activeElement)) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}

function prefetchOnHover(prefetch: (path: string) => void): () => void {
  const onHover = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === location.origin && !link.target) prefetch(link.pathname)
  }
  document.addEventListener('pointerover', onHover)
  document.addEventListener('focusin', onHover)
  return () => {
    document.removeEventListener('pointerover', onHover)
    document.removeEventListener('focusin', onHover)
  }
}
