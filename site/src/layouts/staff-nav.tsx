import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import {
  IconExternalLink,
  IconFileText,
  IconFolders,
  IconLayoutDashboard,
  IconPhoto,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useAuth } from '../features/auth/use-auth'
import { Icon } from '../ui/icon'
import styles from './staff-nav.module.css'

const screens: { to: string; label: string; icon: TablerIcon }[] = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/documents', label: 'Documents', icon: IconFileText },
  { to: '/photos', label: 'Photos', icon: IconPhoto },
  { to: '/galleries', label: 'Galleries', icon: IconFolders },
]

/** The staff's screens: a column beside the content, or a row above it where there is no room. */
export function StaffNav() {
  const { user } = useAuth()
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const row = list.current
    const current = row?.querySelector<HTMLElement>('[aria-current]')
    // In a narrow window the row is longer than that.
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav aria-label="Manage" className={styles.nav}>
      <p className={styles.title} aria-hidden="true">
        Manage
      </p>
      <ul ref={list} className={styles.list}>
        {screens.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} className={styles.link ?? ''}>
              <Icon of={icon} />
              {label}
            </NavLink>
          </li>
        ))}
        {user?.backend_admin_url && (
          <li className={styles.last}>
            <a href={user.backend_admin_url} target="_blank" rel="noopener" className={styles.link}>
              <Icon of={IconExternalLink} />
              Backend admin
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}
