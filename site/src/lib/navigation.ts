export interface NavigationLink {
  to: string
  label: string
}

export const dashboardLink: NavigationLink = { to: '/dashboard', label: 'Dashboard' }

export interface StaffLink extends NavigationLink {
  /** The entry of the phone menu, if it differs. */
  inMenu?: NavigationLink
  /** Has screens with their own links below it: not current there. The phone menu links it at its end. */
  isParent?: boolean
}

/** The staff's screens, in the order of the side navigation and the phone menu. */
export const staffGroups: readonly { label: string; links: readonly StaffLink[] }[] = [
  { label: 'Start', links: [dashboardLink, { to: '/messages', label: 'Messages' }] },
  {
    label: 'Site',
    links: [
      { to: '/content', label: 'Content' },
      { to: '/documents', label: 'Documents', inMenu: { to: '/admin/documents', label: 'Docs Admin' } },
      { to: '/photos', label: 'Photos', inMenu: { to: '/admin/photos', label: 'Photos Admin' } },
      { to: '/galleries', label: 'Galleries' },
      { to: '/shared', label: 'Shared' },
      { to: '/trash', label: 'Trash' },
    ],
  },
  {
    label: 'Administration',
    links: [
      { to: '/backend/admin', label: 'Overview', isParent: true },
      { to: '/backend/admin/users', label: 'Users' },
      { to: '/backend/admin/audit', label: 'Audit log' },
      { to: '/backend/admin/system', label: 'System' },
      { to: '/backend/admin/settings', label: 'Settings' },
    ],
  },
]
