import { cx } from '../lib/cx'
import { Logo } from '../ui/logo'
import { Copyright } from './copyright'
import { pageLinks } from './page-links'
import type { SiteContent } from './page-props'
import styles from './site-footer.module.css'

/** The footer. On narrow screens without scripts, its links are the navigation. */
export function SiteFooter({ content }: { content: Pick<SiteContent, 'site' | 'pages'> }) {
  const { site } = content
  return (
    <footer className={styles.footer}>
      <div className={cx(styles.columns, 'contained')}>
        <p dir="auto" className={styles.owner}>
          <Logo letter={site.logo} />
          {site.name}
        </p>
        <nav id="site-links" aria-label="Site">
          {pageLinks(content).map(({ to, label }) => (
            <a key={to} href={to}>
              {label}
            </a>
          ))}
          <a href="/login">Login</a>
        </nav>
        <p>
          <a href={`mailto:${site.email}`}>{site.email}</a>
          <br />
          <Copyright site={site} />
        </p>
      </div>
    </footer>
  )
}
