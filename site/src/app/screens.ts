import { matchPath } from 'react-router-dom'
import { lazyScreen, type LazyScreen } from '../lib/lazy-screen'
import { routes, type Route, type RouteKind } from '../routes'

// One chunk loads faster than many small ones.
const account = (name: keyof typeof import('../features/auth/screens.lazy')) =>
  lazyScreen(async () => ({ default: (await import('../features/auth/screens.lazy'))[name] }))
const login = account('Login')
const documents = lazyScreen(() => import('../features/documents/document-management.lazy'))
const photos = lazyScreen(() => import('../features/photos/library/photo-management.lazy'))
const admin = lazyScreen(() => import('../features/admin/admin.lazy'))

const codes: Record<string, LazyScreen> = {
  '/login': login,
  '/signin': login,
  '/register': account('Register'),
  '/forgot-password': account('ForgotPassword'),
  '/reset-password/:uidb64/:token': account('ResetPassword'),
  '/confirm-email': account('ConfirmEmail'),
  '/app-login': account('AppLogin'),
  '/login-failed': account('LoginFailed'),
  '/s/:ref': account('OpenShare'),
  '/setup': lazyScreen(() => import('../features/setup/setup-screen.lazy')),
  '/welcome': account('Welcome'),
  '/profile': lazyScreen(() => import('../features/profile/profile-screen.lazy')),
  '/dashboard': lazyScreen(() => import('../features/dashboard/dashboard-screen.lazy')),
  '/messages': lazyScreen(() => import('../features/messages/messages.lazy')),
  '/content': lazyScreen(() => import('../features/content/content.lazy')),
  '/documents': documents,
  '/admin/documents': documents,
  '/photos': photos,
  '/admin/photos': photos,
  '/galleries': lazyScreen(() => import('../features/photos/galleries/gallery-management.lazy')),
  '/shared': lazyScreen(() => import('../features/shares/shared.lazy')),
  '/trash': lazyScreen(() => import('../features/trash/trash.lazy')),
  '/galleries/:id': lazyScreen(() => import('../features/photos/galleries/gallery-order.lazy')),
  '/backend/admin': admin,
  '/backend/admin/users': admin,
  '/backend/admin/users/:id': admin,
  '/backend/admin/audit': admin,
  '/backend/admin/system': admin,
  '/backend/admin/settings': admin,
}

export interface Screen extends Route, LazyScreen {
  kind: Exclude<RouteKind, 'public' | 'not-found'>
}

/** Every screen of the app; other addresses are documents. */
export const screens: readonly Screen[] = routes.flatMap((route) => {
  const { kind, path } = route
  if (kind === 'public' || kind === 'not-found') return []
  const code = codes[path]
  if (!code) throw new Error(`No screen for ${path}`)
  return [{ ...route, kind, ...code }]
})

/** The screen at `pathname`; undefined for documents. */
export const findScreen = (pathname: string): Screen | undefined =>
  screens.find(({ path }) => matchPath(path, pathname))
