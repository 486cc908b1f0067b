import { createContext, use } from 'react'
import type { LoginAnswer, User } from '../../api/types'
import type { Credentials } from './session'

export interface Auth {
  /** `offline` while the API gives no answer to who is there; `user` is who was there before, if anybody. */
  status: 'loading' | 'authenticated' | 'unauthenticated' | 'offline'
  user: User | null
  /** Signs in, keeps the tokens and answers the user; throws an ApiError when refused. */
  login: (credentials: Credentials) => Promise<User>
  /** Goes on with the session that a sign-in by other means has answered. */
  begin: (answer: LoginAnswer) => Promise<User>
  /** Takes over what the signed-in user has changed of their own account. */
  update: (user: User) => void
  /** Asks the API anew who is there. */
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
