export interface NavigationLink {
  to: string
  label: string
}

/** The public pages, in the order of every menu. */
export const publicLinks: readonly NavigationLink[] = [
  { to: '/', label: 'Home' },
  { to: '/cv', label: 'CV' },
  { to: '/on-the-web', label: 'On the Web' },
  { to: '/about', label: 'About' },
]

export const dashboardLink: NavigationLink = { to: '/dashboard', label: 'Dashboard' }

/** Extra entries of the mobile menu for staff. */
export const adminLinks: readonly NavigationLink[] = [
  { to: '/admin/documents', label: 'Docs Admin' },
  { to: '/admin/photos', label: 'Photos Admin' },
]
