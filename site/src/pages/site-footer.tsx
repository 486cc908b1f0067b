import { cx } from '../lib/cx'
import { Logo } from '../ui/logo'
import { Copyright } from './copyright'
import { publicPages } from '#model/public-pages'
import type { SiteContent } from './page-props'
import styles from './site-footer.module.css'

/** The footer. On narrow screens without scripts, its links are the navigation. */
export function SiteFooter({ content }: { content: SiteContent }) {
  const { site } = content
  return (
    <footer className={styles.footer}>
      <div className={cx(styles.columns, 'contained')}>
        <p dir="auto" className={styles.owner}>
          <Logo letter={site.logo} />
          {site.name}
        </p>
        <nav id="site-links" aria-label="Site">
          {publicPages(content)
            .filter(({ label }) => label !== undefined)
            .map(({ path, label }) => (
              <a key={path} href={path}>
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
