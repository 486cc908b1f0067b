import { matchPath } from 'react-router-dom'
import content from 'virtual:content/pages'
import site from 'virtual:content/site'
import { lazyScreen, type LazyScreen } from './lib/lazy-screen'

/**
 * Who a screen is for: `account` for whoever wants to sign in, `user` for whoever has. `not-found` answers every
 * path that no other row names.
 */
export type PageKind = 'public' | 'account' | 'user' | 'staff' | 'not-found'

export interface Page extends LazyScreen {
  path: string
  kind: PageKind
  /** The window's title. */
  title: string
  /** The meta description, of pages that search engines may show. */
  description?: string
  /** The module of a prerendered page's screen, below the site's root: the build has its code fetched ahead. */
  module?: string
}

const own = (title: string) => `${title} · ${site.name}`

// They come in one file: a list of many small ones would weigh on every page.
const account = (name: keyof typeof import('./routes/account/screens.lazy')) =>
  lazyScreen(async () => ({ default: (await import('./routes/account/screens.lazy'))[name] }))
const staff = (name: keyof typeof import('./routes/staff/screens.lazy')) =>
  lazyScreen(async () => ({ default: (await import('./routes/staff/screens.lazy'))[name] }))
const login = account('Login')
const documents = staff('Documents')
const photos = staff('Photos')

/** Every screen of the site, once. The router, the guards, the prerenderer and the tests read this table. */
export const pages: readonly Page[] = [
  {
    path: '/',
    kind: 'public',
    ...content.home,
    module: 'src/features/home/home-page.tsx',
    ...lazyScreen(() => import('./features/home/home-page')),
  },
  {
    path: '/cv',
    kind: 'public',
    ...content.cv,
    module: 'src/features/cv/cv-page.tsx',
    ...lazyScreen(() => import('./features/cv/cv-page')),
  },
  {
    path: '/on-the-web',
    kind: 'public',
    ...content.onTheWeb,
    module: 'src/routes/public/on-the-web.tsx',
    ...lazyScreen(() => import('./routes/public/on-the-web')),
  },
  {
    path: '/about',
    kind: 'public',
    ...content.about,
    module: 'src/routes/public/about.tsx',
    ...lazyScreen(() => import('./routes/public/about')),
  },

  { path: '/login', kind: 'account', title: own('Sign in'), ...login },
  { path: '/signin', kind: 'account', title: own('Sign in'), ...login },
  { path: '/register', kind: 'account', title: own('Register'), ...account('Register') },
  { path: '/forgot-password', kind: 'account', title: own('Forgot password'), ...account('ForgotPassword') },
  {
    path: '/reset-password/:uidb64/:token',
    kind: 'account',
    title: own('Choose a new password'),
    ...account('ResetPassword'),
  },
  {
    path: '/confirm-email',
    kind: 'account',
    title: own('Your e-mail address'),
    ...account('ConfirmEmail'),
  },
  { path: '/app-login', kind: 'account', title: own('Signing in'), ...account('AppLogin') },
  { path: '/login-failed', kind: 'account', title: own('Sign-in failed'), ...account('LoginFailed') },

  {
    path: '/welcome',
    kind: 'user',
    title: own('Welcome'),
    ...account('Welcome'),
  },
  {
    path: '/profile',
    kind: 'user',
    title: own('Profile'),
    ...account('Profile'),
  },

  {
    path: '/dashboard',
    kind: 'staff',
    title: own('Dashboard'),
    ...staff('Dashboard'),
  },
  { path: '/words', kind: 'staff', title: own('Words'), ...staff('Words') },
  { path: '/documents', kind: 'staff', title: own('Documents'), ...documents },
  { path: '/admin/documents', kind: 'staff', title: own('Documents'), ...documents },
  { path: '/photos', kind: 'staff', title: own('Photos and galleries'), ...photos },
  { path: '/admin/photos', kind: 'staff', title: own('Photos and galleries'), ...photos },
  { path: '/galleries', kind: 'staff', title: own('Manage galleries'), ...staff('Galleries') },
  { path: '/trash', kind: 'staff', title: own('Trash'), ...staff('Trash') },
  { path: '/galleries/:id', kind: 'staff', title: own('Arrange pictures'), ...staff('GalleryOrder') },
  ...['', '/users', '/users/:id', '/audit', '/system'].map((path): Page => ({
    path: '/backend/admin' + path,
    kind: 'staff',
    title: own('Admin'),
    ...staff('Admin'),
  })),

  {
    path: '*',
    kind: 'not-found',
    title: '404 · Page not found',
    description: "We can't seem to find the page you are looking for!",
    module: 'src/routes/not-found.tsx',
    ...lazyScreen(() => import('./routes/not-found')),
  },
]

/** The row that answers `pathname`. */
export function findPage(pathname: string): Page {
  const page = pages.find(({ path }) => matchPath(path, pathname))
  if (!page) throw new Error(`No route: ${pathname}`)
  return page
}
