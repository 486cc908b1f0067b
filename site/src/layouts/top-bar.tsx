import { useSyncExternalStore } from 'react'
import site from 'virtual:content/site'
import { isStaff } from '../api/is-staff'
import { useAuth } from '../features/auth/use-auth'
import { ThemeSwitch } from '../features/theme/theme-switch'
import { Logo } from '../ui/logo'
import { SiteLink, SiteNavLink } from '../ui/site-link'
import { MobileMenu } from './mobile-menu'
import { dashboardLink, publicLinks } from './navigation'
import { UserSlot } from './user-slot'
import styles from './top-bar.module.css'

interface TopBarProps {
  /** Whoever signs in from the bar gets back to the screen. */
  guarded?: boolean
  /** The target of the link whose section the screen is in. */
  section?: string | undefined
}

/** The bar at the top of every page: the logo, the pages, the theme, and who is signed in. */
export function TopBar({ guarded = false, section }: TopBarProps) {
  const { user } = useAuth()
  const scrolled = useSyncExternalStore(
    subscribeScroll,
    () => scrollY > 80,
    () => false,
  )
  const links = isStaff(user) ? [...publicLinks, dashboardLink] : publicLinks
  return (
    <>
      {/* The first stop of the Tab key: past the bar, to the content. */}
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar} data-scrolled={scrolled || undefined}>
        <div className={styles.row}>
          <SiteLink to="/" className={styles.brand}>
            <Logo />
            {site.name}
          </SiteLink>
          <nav aria-label="Main" className={styles.pages}>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  {to === section ? (
                    <SiteLink to={to} aria-current>
                      {label}
                    </SiteLink>
                  ) : (
                    <SiteNavLink to={to}>{label}</SiteNavLink>
                  )}
                </li>
              ))}
            </ul>
          </nav>
          <div className={styles.actions}>
            <ThemeSwitch />
            <UserSlot guarded={guarded} />
            <MobileMenu />
          </div>
        </div>
      </header>
    </>
  )
}

function subscribeScroll(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}
