import { useQuery } from '@tanstack/react-query'
import { Link, matchPath, useLocation } from 'react-router-dom'
import {
  IconChartBar,
  IconFilePencil,
  IconFileText,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLibraryPhoto,
  IconPhoto,
  IconServer,
  IconSettings,
  IconShare,
  IconTrash,
  IconUsers,
  type Icon as TablerIcon,
} from '../ui/icons'
import { listContent } from '../api/content'
import { getFigures } from '../api/dashboard'
import { countUnread } from '../api/messages'
import { queryKeys } from '../api/query-keys'
import { cx } from '../lib/cx'
import { staffGroups, type StaffLink } from '../lib/navigation'
import { Icon } from '../ui/icon'
import styles from './shell.module.css'

const icons: Record<string, TablerIcon> = {
  '/dashboard': IconLayoutDashboard,
  '/messages': IconInbox,
  '/content': IconFilePencil,
  '/documents': IconFileText,
  '/photos': IconPhoto,
  '/galleries': IconLibraryPhoto,
  '/shared': IconShare,
  '/trash': IconTrash,
  '/backend/admin': IconChartBar,
  '/backend/admin/users': IconUsers,
  '/backend/admin/audit': IconHistory,
  '/backend/admin/system': IconServer,
  '/backend/admin/settings': IconSettings,
}

/** The side navigation; narrow windows have the menu instead. */
export function StaffNav() {
  const { pathname } = useLocation()
  const { data: unread } = useQuery({
    queryKey: queryKeys.unreadMessages,
    queryFn: countUnread,
    staleTime: 60_000,
  })
  const counts: Record<string, [amount: number, of: string]> = {
    '/messages': [unread?.count ?? 0, 'unread'],
    '/content': [useDraftCount(), 'drafts'],
  }
  return (
    <nav aria-label="Manage" className={cx(styles.nav, 'nav-links')}>
      {staffGroups.map(({ label, links }) => (
        <div key={label}>
          <p id={`nav-${label}`}>{label}</p>
          <ul aria-labelledby={`nav-${label}`}>
            {links.map((link) => (
              <li key={link.to}>
                <Link to={link.to} aria-current={currentOf(link, pathname)}>
                  <Icon of={icons[link.to] ?? IconFileText} />
                  <span>{link.label}</span>
                  <Count of={counts[link.to]} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Count({ of: [amount, name] = [0, ''] }: { of: [amount: number, of: string] | undefined }) {
  if (amount === 0) return null
  return (
    <span className={styles.count}>
      {amount}
      <span className="visually-hidden"> {name}</span>
    </span>
  )
}

/** The number of drafts: in the content screen's cache if it has been open, else as the dashboard counts them. */
function useDraftCount(): number {
  const { data: content } = useQuery({ queryKey: queryKeys.files, queryFn: listContent, enabled: false })
  const { data: figures } = useQuery({ queryKey: queryKeys.figures, queryFn: getFigures, staleTime: 60_000 })
  return content?.files.filter(({ draft }) => draft !== null).length ?? figures?.drafts ?? 0
}

/** Marks the link of `pathname` or of a parent screen. */
function currentOf({ to, inMenu, isParent }: StaffLink, pathname: string) {
  const matches = (end: boolean) => [to, inMenu?.to ?? to].some((path) => matchPath({ path, end }, pathname))
  if (matches(true)) return 'page'
  return !isParent && matches(false) ? 'true' : undefined
}
