import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { focusList } from '../ui/focus'
import { findScreen } from './screens'

/** Opens the header's links to screens within the app. */
export function HeaderLinks() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('site-header a')
    const isModified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (!link || link.target || isModified || event.button !== 0) return
    if (link.hash === '#main') {
      event.preventDefault()
      focusList()
      return
    }
    const screen = link.origin === location.origin ? findScreen(link.pathname) : undefined
    if (!screen) return
    event.preventDefault()
    // Signing in leads back to a guarded screen.
    const state = screen.kind === 'account' ? { next: pathname + search + hash } : null
    void navigate(link.pathname + link.search + link.hash, { state })
  })

  useEffect(() => {
    const onClick = (event: MouseEvent) => follow(event)
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return null
}
