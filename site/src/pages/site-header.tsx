import { cx } from '../lib/cx'
import { buttonClass } from '../ui/button-class'
import { IconButton } from '../ui/icon-button'
import { Logo } from '../ui/logo'
import { PathIcon } from '../ui/path-icon'
import { ThemeSwitch } from '../ui/theme-switch'
import { publicPages, type PublicPage } from '../../../ssg/model/public-pages'
import lengths from './long-bar.module.css'
import type { SiteContent } from './page-props'
import styles from './site-header.module.css'

interface SiteHeaderProps {
  content: SiteContent
  /** The page's address. */
  path?: string
  /** In the app's document it is hidden until a screen with a header is shown. */
  app?: boolean
}

export function SiteHeader({ content, path, app }: SiteHeaderProps) {
  const { site } = content
  // The frame of a site that tells nothing of its owner has none.
  const name = site.name || 'Home'
  const links = publicPages(content).filter(({ inBar }) => inBar)
  const pages = links.map(({ path: to, label }) => (
    <a key={to} href={to} aria-current={to === path ? 'page' : path?.startsWith(`${to}/`) || undefined}>
      {label}
    </a>
  ))
  return (
    <site-header className={styles.host} hidden={app} data-app={app ? '' : undefined}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar}>
        <div className={cx(styles.row, lengthClass(name, links), 'contained')}>
          <a href="/" className={styles.brand}>
            <Logo letter={site.logo} />
            {name}
          </a>
          <nav aria-label="Main" className={cx(styles.pages, 'nav-links')}>
            <ul>
              {pages.map((page) => (
                <li key={page.key}>{page}</li>
              ))}
            </ul>
          </nav>
          <div className={styles.actions}>
            <ThemeSwitch />
            <user-menu className={styles.slot} data-loading={styles.skeleton}>
              <a href="/login" className={buttonClass({ variant: 'quiet' })}>
                Login
              </a>
              <a href="/register" className={buttonClass({ variant: 'quiet' })}>
                Register
              </a>
            </user-menu>
            <div className={styles.menu}>
              <IconButton
                label="Open menu"
                className="needs-script"
                aria-haspopup="dialog"
                aria-expanded="false"
                data-action="menu"
              >
                <PathIcon d="M4 6h16M4 12h16M4 18h16" />
              </IconButton>
              <a href="#site-links" className={styles.fallback}>
                Menu
              </a>
              <dialog aria-label="Menu" className="menu-sheet">
                <nav aria-label="Menu" className="menu-content nav-links">
                  <IconButton label="Close menu" className="menu-close" data-action="close">
                    <PathIcon d="M18 6 6 18M6 6l12 12" />
                  </IconButton>
                  {pages}
                  <hr />
                  <a href="/login">Login</a>
                  <a href="/register">Register</a>
                </nav>
              </dialog>
            </div>
          </div>
        </div>
      </header>
    </site-header>
  )
}

/** The class of a bar that does not fit where the usual one does, by the room in rem that no text of it breaks in. */
function lengthClass(name: string, links: readonly PublicPage[]): string | undefined {
  const lettersOf = (text = '') => text.replace(/[\u1100-\uffff]/g, 'MM').length
  // Of a long name's room, the usual bar has as much.
  const brand = Math.min(2.5 + lettersOf(name) * 0.53, 14.75)
  const room = links.reduce((sum, { label }) => sum + 1.75 + lettersOf(label) * 0.5, 19.75 + brand)
  if (room <= 52) return undefined
  if (room <= 64) return lengths.long
  return room <= 74.5 ? lengths.longer : lengths.endless
}
