import { matchPath } from 'react-router-dom'
import { lazyScreen, type LazyScreen } from '../lib/lazy-screen'
import { routes, type Route, type RouteKind } from '../routes'

// They come in one file: many small ones would take longer to load.
const account = (name: keyof typeof import('../routes/account/screens.lazy')) =>
  lazyScreen(async () => ({ default: (await import('../routes/account/screens.lazy'))[name] }))
const staff = (name: keyof typeof import('../routes/staff/screens.lazy')) =>
  lazyScreen(async () => ({ default: (await import('../routes/staff/screens.lazy'))[name] }))
const login = account('Login')
const documents = staff('Documents')
const photos = staff('Photos')
const admin = staff('Admin')

const codes: Record<string, LazyScreen> = {
  '/login': login,
  '/signin': login,
  '/register': account('Register'),
  '/forgot-password': account('ForgotPassword'),
  '/reset-password/:uidb64/:token': account('ResetPassword'),
  '/confirm-email': account('ConfirmEmail'),
  '/app-login': account('AppLogin'),
  '/login-failed': account('LoginFailed'),
  '/welcome': account('Welcome'),
  '/profile': account('Profile'),
  '/dashboard': staff('Dashboard'),
  '/content': staff('Content'),
  '/documents': documents,
  '/admin/documents': documents,
  '/photos': photos,
  '/admin/photos': photos,
  '/galleries': staff('Galleries'),
  '/trash': staff('Trash'),
  '/galleries/:id': staff('GalleryOrder'),
  '/backend/admin': admin,
  '/backend/admin/users': admin,
  '/backend/admin/users/:id': admin,
  '/backend/admin/audit': admin,
  '/backend/admin/system': admin,
}

export interface Screen extends Route, LazyScreen {
  kind: Exclude<RouteKind, 'public' | 'not-found'>
}

/** The screens of the app: every address that is not a page to read. */
export const screens: readonly Screen[] = routes.flatMap((route) => {
  const { kind, path } = route
  if (kind === 'public' || kind === 'not-found') return []
  const code = codes[path]
  if (!code) throw new Error(`No screen for ${path}`)
  return [{ ...route, kind, ...code }]
})

/** The screen at `pathname`; undefined where a document of its own answers. */
export const findScreen = (pathname: string): Screen | undefined =>
  screens.find(({ path }) => matchPath(path, pathname))
