import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import type { SiteHeader } from '../elements/site-header'
import { dashboardLink } from '../lib/navigation'
import { withoutSlash } from '../lib/path'
import { reducedMotion } from '../lib/reduced-motion'
import { siteName } from '../lib/document-data'
import { focusMain } from '../ui/focus'
import { findScreen, type Screen } from './screens'

/**
 * Replaces a page load: sets the title, updates the header, scrolls to the top, focuses the content and announces the
 * title. Prefetches the screens of hovered and focused links.
 */
export function RouteEffects() {
  const { pathname: address, key } = useLocation()
  const pathname = withoutSlash(address)
  const type = useNavigationType()
  const previousPath = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  const screen = findScreen(pathname)
  const name = siteName()
  // A site that is being set up has no name yet, and one that is private tells none.
  const title = screen && (screen.kind === 'setup' || !name ? screen.title : `${screen.title} · ${name}`)

  useEffect(() => {
    if (title !== undefined) document.title = title
  }, [title])

  useLayoutEffect(() => showHeader(screen), [screen, pathname, key])

  // Before the paint, so that keys reach the new screen.
  useLayoutEffect(() => {
    if (previousPath.current === pathname || title === undefined) return
    previousPath.current = pathname
    setAnnouncement(title)
    focusMain()
    // The browser restores the position on Back and Forward.
    if (type !== NavigationType.Pop) scrollTo({ top: 0, behavior: reducedMotion() ? 'auto' : 'smooth' })
  }, [pathname, title, type])

  useEffect(prefetchOnHover, [])

  return (
    <p role="status" className="visually-hidden">
      {announcement}
    </p>
  )
}

/** Account screens and the set-up have no header. A new screen closes the menu. */
function showHeader(screen: Screen | undefined): void {
  const header = document.querySelector<SiteHeader>('site-header')
  if (!header || !screen) return
  header.hidden = screen.kind === 'account' || screen.kind === 'setup'
  header.section = screen.kind === 'staff' ? dashboardLink.to : undefined
  const skip = header.querySelector('a')
  if (skip) skip.textContent = screen.kind === 'staff' ? 'Skip to the list' : 'Skip to content'
  header.markCurrent()
  header.closeMenu()
}

function prefetchOnHover(): () => void {
  const onHover = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a')
    if (!link || link.origin !== location.origin || link.target) return
    findScreen(link.pathname)
      ?.preload()
      .catch(() => undefined)
  }
  document.addEventListener('pointerover', onHover)
  document.addEventListener('focusin', onHover)
  return () => {
    document.removeEventListener('pointerover', onHover)
    document.removeEventListener('focusin', onHover)
  }
}
