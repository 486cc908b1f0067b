import { withoutSlash } from '../lib/path'

/**
 * The bar at the top: it changes above 80 px of scrolling, and its button opens the menu on narrow screens.
 * In the app's document, which shows many screens, its links follow the address.
 */
export class SiteHeader extends HTMLElement {
  /** The target of the link whose section the screen is in, if it has no link. */
  section: string | undefined
  private readonly menuButton = this.querySelector<HTMLElement>('[data-action=menu]')

  connectedCallback() {
    // After the next layout: the scroll position would force one.
    requestAnimationFrame(() => setTimeout(this.markScrolled))
    addEventListener('scroll', this.markScrolled, { passive: true })
    this.menuButton?.addEventListener('click', ({ currentTarget }) => openMenu(currentTarget as HTMLElement))
  }

  disconnectedCallback() {
    removeEventListener('scroll', this.markScrolled)
  }

  /** Fetches the menu on a screen that has its button. */
  prefetchMenu() {
    if (this.menuButton?.offsetParent) fetchMenu().catch(() => {})
  }

  closeMenu() {
    this.querySelector<HTMLDialogElement>('dialog[open]')?.close()
  }

  /** Marks the links to the current screen. A page to read has been built with them. */
  markCurrent() {
    if (!('app' in this.dataset)) return
    const path = withoutSlash(location.pathname)
    for (const link of this.querySelectorAll<HTMLAnchorElement>('nav a')) {
      const isCurrent =
        path === link.pathname || (link.pathname !== '/' && path.startsWith(`${link.pathname}/`))
      const isSection = link.pathname === this.section && link.closest('dialog') === null
      if (isCurrent) link.setAttribute('aria-current', 'page')
      else if (isSection) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  private readonly markScrolled = () => {
    this.querySelector('header')?.toggleAttribute('data-scrolled', scrollY > 80)
  }
}

/** Fetches the menu's style, ahead of its opening. */
const fetchMenu = () => import('./show-menu')

/** Opens the menu beside `button`. */
export function openMenu(button: HTMLElement): void {
  fetchMenu().then(
    ({ showMenu }) => showMenu(button),
    // Without a network the links in the footer do the same.
    () => location.assign('#site-links'),
  )
}
