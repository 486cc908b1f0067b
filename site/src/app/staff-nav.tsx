import { useLayoutEffect, useRef } from 'react'
import { Link, matchPath, useLocation } from 'react-router-dom'
import {
  IconExternalLink,
  IconFileText,
  IconFolders,
  IconLayoutDashboard,
  IconPhoto,
  IconPencil,
  IconTrash,
  type Icon as TablerIcon,
} from '../ui/icons'
import { useAuth } from '../features/auth/use-auth'
import { Icon } from '../ui/icon'
import styles from './staff-nav.module.css'

interface Screen {
  to: string
  /** Its other address. */
  alias?: string
  label: string
  icon: TablerIcon
}

const screens: readonly Screen[] = [
  { to: '/dashboard', label: 'Dashboard', icon: IconLayoutDashboard },
  { to: '/content', label: 'Words', icon: IconPencil },
  { to: '/documents', alias: '/admin/documents', label: 'Documents', icon: IconFileText },
  { to: '/photos', alias: '/admin/photos', label: 'Photos', icon: IconPhoto },
  { to: '/galleries', label: 'Galleries', icon: IconFolders },
  { to: '/trash', label: 'Trash', icon: IconTrash },
]

/** The staff's screens: a column beside the content, or a row above it where there is no room. */
export function StaffNav() {
  const { user } = useAuth()
  const backend = user?.backend_admin_url
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const row = list.current
    const current = row?.querySelector<HTMLElement>('[aria-current]')
    // In a narrow window the row is wider than the window: scroll to the current link.
    if (row && current) row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav aria-label="Manage" className={styles.nav}>
      <p className={styles.title} aria-hidden="true">
        Manage
      </p>
      <ul ref={list} className={styles.list}>
        {screens.map((screen) => (
          <li key={screen.to}>
            <Link to={screen.to} aria-current={currentOf(screen, pathname)} className={styles.link ?? ''}>
              <Icon of={screen.icon} />
              {screen.label}
            </Link>
          </li>
        ))}
        {backend && (
          <li className={styles.last}>
            <a href={backend} target="_blank" rel="noopener" className={styles.link}>
              <Icon of={IconExternalLink} />
              Backend admin
            </a>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** Whether `pathname` is that of the screen, or below it, such as that of one gallery. */
function currentOf({ to, alias = to }: Screen, pathname: string) {
  const matches = (end: boolean) => [to, alias].some((path) => matchPath({ path, end }, pathname))
  if (matches(true)) return 'page'
  return matches(false) ? 'true' : undefined
}
