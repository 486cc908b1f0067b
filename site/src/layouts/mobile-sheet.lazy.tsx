import { isStaff } from '../api/is-staff'
import { useAuth } from '../features/auth/use-auth'
import { useThemedAddress } from '../lib/use-themed-address'
import { PathIcon } from '../ui/path-icon'
import { IconButton } from '../ui/icon-button'
import { SiteNavLink } from '../ui/site-link'
import { adminLinks, dashboardLink, publicLinks } from './navigation'
import { useModal } from '../ui/use-modal'
import { Offline } from './offline'
import styles from './mobile-sheet.module.css'

export interface MobileSheetProps {
  onClose: () => void
}

/** The mobile menu while it is open. Escape, a press beside it and a followed link close it. */
export function MobileSheet({ onClose }: MobileSheetProps) {
  const { status, user, logout } = useAuth()
  const backend = useThemedAddress(user?.backend_admin_url)
  const dialog = useModal()
  const links = [...publicLinks, ...(isStaff(user) ? [dashboardLink, ...adminLinks] : [])]
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key
    <dialog
      ref={dialog}
      aria-label="Menu"
      className={styles.sheet}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <nav aria-label="Menu" className={styles.content}>
        <IconButton label="Close menu" className={styles.close} onClick={onClose}>
          <PathIcon d="M18 6 6 18M6 6l12 12" />
        </IconButton>
        {links.map(({ to, label }) => (
          <SiteNavLink key={to} to={to}>
            {label}
          </SiteNavLink>
        ))}
        <hr />
        {status === 'loading' && <p role="status">Loading...</p>}
        {status === 'offline' && <Offline />}
        {user ? (
          <>
            <p>{user.first_name || user.email}</p>
            <SiteNavLink to="/profile">Profile</SiteNavLink>
            {isStaff(user) && backend && (
              <a href={backend} target="_blank" rel="noopener">
                Backend Admin
                <PathIcon
                  small
                  d="M12 6H6a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6M11 13l9-9h-5m5 0v5"
                />
              </a>
            )}
            <button type="button" onClick={() => void logout().then(onClose)}>
              Sign Out
            </button>
          </>
        ) : (
          status === 'unauthenticated' && (
            <>
              <SiteNavLink to="/login">Login</SiteNavLink>
              <SiteNavLink to="/register">Register</SiteNavLink>
            </>
          )
        )}
      </nav>
    </dialog>
  )
}
