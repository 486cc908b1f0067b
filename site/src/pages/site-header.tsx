import { publicLinks } from '../lib/navigation'
import { buttonClass } from '../ui/button-class'
import { IconButton } from '../ui/icon-button'
import { Logo } from '../ui/logo'
import { PathIcon } from '../ui/path-icon'
import type { SiteContent } from './page-props'
import styles from './site-header.module.css'

interface SiteHeaderProps {
  site: SiteContent['site']
  /** The page's address. */
  path?: string
  /** In the app's document it is hidden until a screen with a header is shown. */
  app?: boolean
}

export function SiteHeader({ site, path, app }: SiteHeaderProps) {
  const pages = publicLinks.map(({ to, label }) => (
    <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
      {label}
    </a>
  ))
  return (
    <site-header className={styles.host} hidden={app} data-app={app ? '' : undefined}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar}>
        <div className={styles.row}>
          <a href="/" className={styles.brand}>
            <Logo initials={site.initials} />
            {site.name}
          </a>
          <nav aria-label="Main" className={styles.pages}>
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
                <nav aria-label="Menu" className="menu-content">
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

/** CSS shows the icon of the theme, so that the first paint is right. */
const ThemeSwitch = () => (
  <theme-switch className="needs-script">
    <IconButton label="Use dark theme">
      <PathIcon className="day" d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5" />
      <PathIcon
        className="night"
        d="M8 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0m4-9v1m0 16v1m-9-9h1m16 0h1M5.6 5.6l.7.7m11.4 11.4.7.7m0-12.8-.7.7M6.3 17.7l-.7.7"
      />
    </IconButton>
  </theme-switch>
)
