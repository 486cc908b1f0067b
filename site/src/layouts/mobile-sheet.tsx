import { IconExternalLink, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router-dom'
import { useAuth } from '../features/auth/use-auth'
import { Icon } from '../ui/icon'
import { IconButton } from '../ui/icon-button'
import { adminLinks, dashboardLink, publicLinks } from './navigation'
import styles from './mobile-sheet.module.css'

/** The mobile menu while it is open. Escape, a press beside it and a followed link close it. */
export function MobileSheet({ onClose }: { onClose: () => void }) {
  const { user, logout } = useAuth()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const sheet = dialog.current
    sheet?.showModal()
    // Closing, rather than only vanishing, gives the focus back to the button that opened it.
    return () => sheet?.close()
  }, [])

  const links = [...publicLinks, ...(user?.is_staff ? [dashboardLink, ...adminLinks] : [])]
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
          <Icon of={IconX} />
        </IconButton>
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} end>
            {label}
          </NavLink>
        ))}
        <hr />
        {user ? (
          <>
            <p>{user.first_name || user.email}</p>
            {user.backend_admin_url && (
              <a href={user.backend_admin_url} target="_blank" rel="noopener">
                Backend Admin
                <Icon of={IconExternalLink} size={16} />
              </a>
            )}
            <button type="button" onClick={() => void logout().then(onClose)}>
              Sign Out
            </button>
          </>
        ) : (
          <NavLink to="/login">Login</NavLink>
        )}
      </nav>
    </dialog>
  )
}
