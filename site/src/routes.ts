/**
 * Who a screen is for: `public` ones are pages to read, `account` ones for signing in, `user` ones for signed-in users,
 * `setup` the one in which an owner makes the site. `not-found` answers every path that no other row names.
 */
export type RouteKind = 'public' | 'account' | 'user' | 'staff' | 'setup' | 'not-found'

export interface Route {
  path: string
  kind: RouteKind
  /** The window's title, without the site's name. */
  title: string
  /** The meta description of pages that search engines may show. */
  description?: string
}

/** Every address of the site, once, but for those of public pages, which the content has. The app, the pages and tests read it. */
export const routes: readonly Route[] = [
  { path: '/login', kind: 'account', title: 'Sign in' },
  { path: '/signin', kind: 'account', title: 'Sign in' },
  { path: '/register', kind: 'account', title: 'Register' },
  { path: '/forgot-password', kind: 'account', title: 'Forgot password' },
  { path: '/reset-password/:uidb64/:token', kind: 'account', title: 'Choose a new password' },
  { path: '/confirm-email', kind: 'account', title: 'Your e-mail address' },
  { path: '/app-login', kind: 'account', title: 'Signing in' },
  { path: '/login-failed', kind: 'account', title: 'Sign-in failed' },
  // The server answers it with the app's document if the share needs a sign-in.
  { path: '/s/:ref', kind: 'account', title: 'Sign in' },

  { path: '/setup', kind: 'setup', title: 'Set up your site' },

  { path: '/welcome', kind: 'user', title: 'Welcome' },
  { path: '/profile', kind: 'user', title: 'Profile' },

  { path: '/dashboard', kind: 'staff', title: 'Dashboard' },
  { path: '/messages', kind: 'staff', title: 'Messages' },
  { path: '/content', kind: 'staff', title: 'Content' },
  { path: '/documents', kind: 'staff', title: 'Documents' },
  { path: '/admin/documents', kind: 'staff', title: 'Documents' },
  { path: '/photos', kind: 'staff', title: 'Photos' },
  { path: '/admin/photos', kind: 'staff', title: 'Photos' },
  { path: '/galleries', kind: 'staff', title: 'Galleries' },
  { path: '/shared', kind: 'staff', title: 'Shared' },
  { path: '/trash', kind: 'staff', title: 'Trash' },
  { path: '/galleries/:id', kind: 'staff', title: 'Arrange photos' },
  { path: '/backend/admin', kind: 'staff', title: 'Admin' },
  { path: '/backend/admin/users', kind: 'staff', title: 'Admin' },
  { path: '/backend/admin/users/:id', kind: 'staff', title: 'Admin' },
  { path: '/backend/admin/audit', kind: 'staff', title: 'Admin' },
  { path: '/backend/admin/system', kind: 'staff', title: 'Admin' },
  { path: '/backend/admin/settings', kind: 'staff', title: 'Settings' },

  { path: '*', kind: 'not-found', title: '404' },
]
