import { useParams, useLocation } from 'react-router-dom'
import { withoutSlash } from '../../lib/path'
import { FreshProofDialog } from '../../ui/fresh-proof'
import { Row } from '../../ui/layout'
import { StaffOnly } from '../../ui/list-screen'
import { SiteLink } from '../../ui/site-link'
import { useAuth } from '../auth/use-auth'
import styles from './admin.module.css'
import { AuditLog } from './audit-log'
import { Overview } from './overview'
import { System } from './system'
import { UserScreen } from './user-screen'
import { Users } from './users'

const texts = {
  title: 'Admin',
  loading: 'Loading admin screens...',
  denied: 'You do not have permission to view this page.',
  failure: 'Failed to load. Access denied or server error.',
}

const screens = [
  { to: '/backend/admin', label: 'Overview', Screen: Overview },
  { to: '/backend/admin/users', label: 'Users', Screen: Users },
  { to: '/backend/admin/audit', label: 'Audit log', Screen: AuditLog },
  { to: '/backend/admin/system', label: 'System', Screen: System },
]

/** Users, the audit log and the state of the system, for staff. */
export default function Admin() {
  const auth = useAuth()
  const path = withoutSlash(useLocation().pathname)
  const { id } = useParams()
  const { Screen } = screens.find(({ to }) => to === path) ?? { Screen: Overview }
  return (
    <StaffOnly texts={texts} auth={auth}>
      <Row as="nav" aria-label="Admin" gap="lg" className={styles.nav}>
        {screens.map(({ to, label }) => (
          <SiteLink
            key={to}
            to={to}
            aria-current={to === path ? 'page' : id !== undefined && label === 'Users' ? 'true' : undefined}
          >
            {label}
          </SiteLink>
        ))}
      </Row>
      {id === undefined ? <Screen /> : <UserScreen key={id} id={id} />}
      {auth.user && <FreshProofDialog user={auth.user} />}
    </StaffOnly>
  )
}
