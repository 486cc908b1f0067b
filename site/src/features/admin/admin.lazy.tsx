import type { ComponentType } from 'react'
import { useParams, useLocation } from 'react-router-dom'
import { withoutSlash } from '../../lib/path'
import { StaffOnly } from '../../ui/list-screen'
import { useAuth } from '../auth/use-auth'
import { AuditLog } from './audit-log'
import { Overview } from './overview'
import { Settings } from './settings'
import { System } from './system'
import { UserScreen } from './user-screen'
import { Users } from './users'

const texts = {
  title: 'Admin',
  loading: 'Loading admin screens...',
  denied: 'You do not have permission to view this page.',
  failure: 'Failed to load. Access denied or server error.',
}

const screens: Record<string, ComponentType> = {
  '/backend/admin/users': Users,
  '/backend/admin/audit': AuditLog,
  '/backend/admin/system': System,
  '/backend/admin/settings': Settings,
}

/** Users, the audit log, the state of the system and the settings, for staff. */
export default function Admin() {
  const auth = useAuth()
  const path = withoutSlash(useLocation().pathname)
  const { id } = useParams()
  const Screen = screens[path] ?? Overview
  return (
    <StaffOnly texts={texts} auth={auth}>
      {id === undefined ? <Screen /> : <UserScreen key={id} id={id} />}
    </StaffOnly>
  )
}
