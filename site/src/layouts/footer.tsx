import site from 'virtual:content/site'
import { useAuth } from '../features/auth/use-auth'
import { useYear } from '../lib/use-year'
import { Logo } from '../ui/logo'
import { SiteLink } from '../ui/site-link'
import { publicLinks } from './navigation'
import styles from './footer.module.css'

/** The end of every public page. Its links are the whole navigation where no script runs. */
export function Footer() {
  const year = useYear()
  const { status } = useAuth()
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <p dir="auto" className={styles.owner}>
          <Logo />
          {site.name}
        </p>
        <nav id="site-links" aria-label="Site">
          {publicLinks.map(({ to, label }) => (
            <SiteLink key={to} to={to}>
              {label}
            </SiteLink>
          ))}
          {status === 'unauthenticated' && <SiteLink to="/login">Login</SiteLink>}
          {status === 'loading' && <span>Loading...</span>}
        </nav>
        <p>
          <a href={`mailto:${site.email}`}>{site.email}</a>
          <br />
          {`© ${year} ${site.company}`}
        </p>
      </div>
    </footer>
  )
}
