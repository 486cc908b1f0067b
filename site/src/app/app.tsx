import { useEffect, type ComponentType, type ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AuthProvider } from '../features/auth/auth-provider'
import { browser } from '../lib/browser'
import { ErrorBoundary } from '../lib/error-boundary'
import { lazyScreen } from '../lib/lazy-screen'
import { HeaderLinks } from './header-links'
import { PageFailure } from './page-failure'
import { RouteEffects } from './route-effects'
import { screens, type Screen } from './screens'
import { SessionCheck } from './session-check'

const layouts: Record<Screen['kind'], ComponentType> = {
  account: lazyScreen(() => import('./auth-layout.lazy')).Screen,
  user: lazyScreen(async () => ({ default: (await import('./shell.lazy')).UserShell })).Screen,
  staff: lazyScreen(async () => ({ default: (await import('./shell.lazy')).StaffShell })).Screen,
}

const pageFailure = <PageFailure />

const failureBelowBar = <main id="main">{pageFailure}</main>

/** The account and staff screens. A failure replaces only its screen. */
export function App() {
  return (
    <ErrorBoundary fallback={failureBelowBar}>
      <AuthProvider>
        <RouteEffects />
        <HeaderLinks />
        <Routes>
          {Object.entries(layouts).map(([kind, Layout]) => (
            <Route key={kind} element={guarded(kind, <Layout />, failureBelowBar)}>
              {screens
                .filter((screen) => screen.kind === kind)
                .map(({ path, Screen }) => (
                  <Route key={path} path={path} element={guarded(path, <Screen />, pageFailure)} />
                ))}
            </Route>
          ))}
          <Route path="*" element={<OwnDocument />} />
        </Routes>
        <SessionCheck />
      </AuthProvider>
    </ErrorBoundary>
  )
}

/** The key resets a failure on the next screen. */
const guarded = (key: string, children: ReactNode, fallback: ReactNode) => (
  <ErrorBoundary key={key} fallback={fallback}>
    {children}
  </ErrorBoundary>
)

/** Loads the document of an address without a screen, such as the home page. */
function OwnDocument() {
  useEffect(() => browser.reload(), [])
  return null
}
