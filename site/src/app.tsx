// First, because the layers' order is that of their first mention.
import './styles/tokens.css'
import './styles/reset.css'
import './styles/base.css'
import type { ComponentType, ReactNode } from 'react'
import { Outlet, Route, Routes } from 'react-router-dom'
import { AuthProvider } from './features/auth/auth-provider'
import { NativeApp } from './features/auth/native-app'
import { PageFailure } from './layouts/page-failure'
import { PublicLayout } from './layouts/public-layout'
import { RouteEffects } from './layouts/route-effects'
import { SessionCheck } from './layouts/session-check'
import { TopBar } from './layouts/top-bar'
import { ErrorBoundary } from './lib/error-boundary'
import { lazyScreen } from './lib/lazy-screen'
import { findPage, pages, type PageKind } from './routes'

const layouts: Record<PageKind, ComponentType> = {
  public: PublicLayout,
  account: lazyScreen(() => import('./layouts/auth-layout.lazy')).Screen,
  user: lazyScreen(() => import('./layouts/user-layout.lazy')).Screen,
  staff: lazyScreen(() => import('./layouts/staff-layout.lazy')).Screen,
  'not-found': Outlet,
}

const pageFailure = <PageFailure />

const failureBelowBar = (
  <>
    <TopBar />
    <main id="main">{pageFailure}</main>
  </>
)

/** The whole site, below a router of the caller's choice. A failure replaces no more than the page in which it occurs. */
export function App() {
  return (
    <ErrorBoundary fallback={<main id="main">{pageFailure}</main>}>
      <AuthProvider>
        <RouteEffects find={findPage} />
        {/* No Suspense around it: a boundary hydrates later, when the session's state may have changed, and would not match. */}
        <Routes>
          {Object.entries(layouts).map(([kind, Layout]) => (
            <Route key={kind} element={guarded(kind, <Layout />, failureBelowBar)}>
              {pages
                .filter((page) => page.kind === kind)
                .map(({ path, Screen }) => (
                  <Route key={path} path={path} element={guarded(path, <Screen />, pageFailure)} />
                ))}
            </Route>
          ))}
        </Routes>
        <SessionCheck />
        <NativeApp />
      </AuthProvider>
    </ErrorBoundary>
  )
}

/** With a key of its own, so that a failure does not stay when the visitor goes to another page. */
const guarded = (key: string, children: ReactNode, fallback: ReactNode) => (
  <ErrorBoundary key={key} fallback={fallback}>
    {children}
  </ErrorBoundary>
)
