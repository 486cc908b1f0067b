import { cx } from '../lib/cx'
import { Logo } from '../ui/logo'
import { Copyright } from './copyright'
import { usePageTexts } from './language'
import { LanguageRow } from './language-switch'
import { publicPages } from '#model/public-pages'
import type { SiteContent } from './page-props'
import styles from './site-footer.module.css'

/** The footer. On narrow screens without scripts, its links are the navigation. */
export function SiteFooter({ content, path: page }: { content: SiteContent; path: string }) {
  const { site } = content
  const { texts, fixed, own } = usePageTexts()
  return (
    <footer className={styles.footer}>
      <div className={cx(styles.columns, 'contained')}>
        <p dir="auto" className={styles.owner}>
          <Logo letter={site.logo} />
          {site.name}
        </p>
        <nav id="site-links" aria-label={texts.siteNavigation} {...fixed}>
          {publicPages(content)
            .filter(({ label }) => label !== undefined)
            .map(({ path, label, labelLanguage }) => (
              <a key={path} href={path} lang={labelLanguage ?? own.lang}>
                {label}
              </a>
            ))}
          <a href="/login">{texts.login}</a>
        </nav>
        <p>
          <a href={`mailto:${site.email}`}>{site.email}</a>
          <br />
          <Copyright site={site} />
        </p>
      </div>
      {content.languages && (
        <div className="contained">
          <LanguageRow content={content} path={page} />
        </div>
      )}
    </footer>
  )
}
