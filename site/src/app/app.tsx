import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { AuthProvider, useAuth } from '../features/auth/use-auth'
import { browser } from '../lib/browser'
import { ErrorBoundary } from '../lib/error-boundary'
import { lazyScreen } from '../lib/lazy-screen'
import { Button } from '../ui/button'
import { HeaderLinks } from './header-links'
import { RouteEffects } from './route-effects'
import { screens, type Screen } from './screens'

const layouts: Record<Screen['kind'], ComponentType> = {
  account: lazyScreen(() => import('./auth-layout.lazy')).Screen,
  setup: lazyScreen(() => import('./setup-layout.lazy')).Screen,
  user: lazyScreen(async () => ({ default: (await import('./shell.lazy')).UserShell })).Screen,
  staff: lazyScreen(async () => ({ default: (await import('./shell.lazy')).StaffShell })).Screen,
}

const SessionNotice = lazy(() => import('./session-notice.lazy').catch(() => ({ default: () => <></> })))

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

function SessionCheck() {
  const { status } = useAuth()
  return (
    status === 'loading' && (
      <Suspense>
        <SessionNotice />
      </Suspense>
    )
  )
}

// Inline, because its style sheet might not load either.
const failureStyle = { width: 'var(--container)', margin: '6rem auto', display: 'grid', gap: '1rem' }

/** Replaces a page that failed; the retry reloads the document. */
function PageFailure() {
  return (
    <div role="alert" style={failureStyle}>
      <h1>This page could not be shown</h1>
      <p>Something did not load.</p>
      <p>
        <Button variant="primary" onClick={() => browser.reload()}>
          Try again
        </Button>
      </p>
    </div>
  )
}
