import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { createSession, unauthenticated } from './session'
import { AuthContext } from './use-auth'

/** Holds the visitor's session for the tree below. A prerendered page starts as a stranger's. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [session] = useState(() => createSession())
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot, () => unauthenticated)
  useEffect(() => session.start(), [session])
  const auth = useMemo(() => {
    const { login, begin, update, check, logout } = session
    return { status: state.status, user: state.user, login, begin, update, check, logout }
  }, [state, session])
  return <AuthContext value={auth}>{children}</AuthContext>
}
