import { createContext, use } from 'react'
import type { LoginAnswer, User } from '../../api/types'
import type { Credentials } from '../../session/session'
import { useMemo, type ReactNode } from 'react'
import { useStore } from '../../lib/hooks'
import { pageSession } from '../../session/page-session'

export interface Auth {
  /** `offline` while the API gives no answer to who is there; `user` is who was there before, if anybody. */
  status: 'loading' | 'authenticated' | 'unauthenticated' | 'offline'
  user: User | null
  /** Signs in, stores the tokens and answers the user; throws an ApiError when refused. */
  login: (credentials: Credentials) => Promise<User>
  /** Begins the session that another login method has answered; `remember` is as with `login`. */
  begin: (answer: LoginAnswer, remember?: boolean) => Promise<User>
  /** Updates the signed-in user after a change of the account. */
  update: (user: User) => void
  /** Checks the session again. */
  check: () => Promise<void>
  /** Signs out here and in the other tabs at once, and on the server as far as it can be reached. */
  logout: () => Promise<void>
}

export const AuthContext = createContext<Auth | null>(null)

/** Who is signed in, and how to change that. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Gives the page's session to the tree below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const session = pageSession()
  const state = useStore(session)
  const auth = useMemo(() => {
    const { login, begin, update, check, logout } = session
    return { status: state.status, user: state.user, login, begin, update, check, logout }
  }, [state, session])
  return <AuthContext value={auth}>{children}</AuthContext>
}
