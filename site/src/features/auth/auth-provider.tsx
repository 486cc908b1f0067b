import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { pageSession } from '../../session/page-session'
import { AuthContext } from './use-auth'

/** Gives the page's session to the tree below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const session = pageSession()
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot)
  const auth = useMemo(() => {
    const { login, begin, update, check, logout } = session
    return { status: state.status, user: state.user, login, begin, update, check, logout }
  }, [state, session])
  return <AuthContext value={auth}>{children}</AuthContext>
}
