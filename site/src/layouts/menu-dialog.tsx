import type { RefObject } from 'react'
import { isStaff } from '../api/is-staff'
import { unauthenticated } from '../session/session'
import { useAuth } from '../features/auth/use-auth'
import { PathIcon } from '../ui/path-icon'
import { IconButton } from '../ui/icon-button'
import { SiteNavLink } from '../ui/site-link'
import { adminLinks, dashboardLink, publicLinks } from './navigation'
import { Offline } from './offline'

interface MenuDialogProps {
  ref: RefObject<HTMLDialogElement | null>
  /** Whether it is open. While it is not, it is a stranger's, as in a prerendered page. */
  open: boolean
  close: () => void
}

/** What the mobile menu shows. It is in the page from the start, closed: `openMenu` opens it. */
export function MenuDialog({ ref, open, close }: MenuDialogProps) {
  const { logout, ...session } = useAuth()
  const { status, user } = open ? session : unauthenticated
  const backend = user?.backend_admin_url
  const links = [...publicLinks, ...(isStaff(user) ? [dashboardLink, ...adminLinks] : [])]
  return (
    <dialog ref={ref} aria-label="Menu" className="menu-sheet">
      <nav aria-label="Menu" className="menu-content">
        <IconButton label="Close menu" className="menu-close" data-action="close">
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
            <button type="button" onClick={() => void logout().then(close)}>
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
