// First of all, for the order of the layers is the order in which they are met.
import './styles/tokens.css'
import './styles/reset.css'
import './styles/base.css'
import { lazy, type ComponentType } from 'react'
import { Outlet, Route, Routes } from 'react-router-dom'
import { AuthProvider } from './features/auth/auth-provider'
import { NativeApp } from './features/auth/native-app'
import { PublicLayout } from './layouts/public-layout'
import { RouteEffects } from './layouts/route-effects'
import { SessionCheck } from './layouts/session-check'
import { findPage, pages, type PageKind } from './routes'

const layouts: Record<PageKind, ComponentType> = {
  public: PublicLayout,
  account: lazy(() => import('./layouts/auth-layout')),
  user: lazy(() => import('./layouts/user-layout')),
  staff: lazy(() => import('./layouts/staff-layout')),
  'not-found': Outlet,
}

/** The whole site, below a router of the caller's choice. */
export function App() {
  return (
    <AuthProvider>
      <RouteEffects find={findPage} />
      {/* No Suspense around it: a boundary hydrates after the session above it has moved on, and would not match. */}
      <Routes>
        {Object.entries(layouts).map(([kind, Layout]) => (
          <Route key={kind} element={<Layout />}>
            {pages
              .filter((page) => page.kind === kind)
              .map(({ path, Screen }) => (
                <Route key={path} path={path} element={<Screen />} />
              ))}
          </Route>
        ))}
      </Routes>
      <SessionCheck />
      <NativeApp />
    </AuthProvider>
  )
}
