import { ApiError, isRecord } from './api-error'
import { request, type SessionNeed } from './client'
import { fits } from './shape'
import type { LoginAnswer, User } from './types'

/** Signs in. Throws an ApiError when refused, and also when the answer holds no access token. */
export async function login(credentials: { email: string; password: string }): Promise<LoginAnswer> {
  return asLogin(await request('POST', '/api/users/login/', { body: credentials, session: 'none' }))
}

/** `answer`, when it is what a sign-in answers; else it throws an ApiError. An unreadable user is left out. */
export function asLogin(answer: unknown): LoginAnswer {
  if (!isRecord(answer) || typeof answer.access !== 'string') throw new ApiError(200, 'Unreadable answer')
  const { user, ...tokens } = answer as unknown as LoginAnswer
  const known = asUser(user)
  return known ? { ...tokens, user: known } : tokens
}

const userShape = {
  email: 'string',
  'first_name?': 'string',
  'last_name?': 'string',
  'date_joined?': 'date',
  'backend_admin_url?': 'string',
  'email_unconfirmed?': 'boolean',
}

/** `answer`, when it describes a user; else null. Names that nobody gave are empty. */
export function asUser(answer: unknown): User | null {
  if (!fits(answer, userShape)) return null
  const user = answer as User
  return { ...user, first_name: user.first_name || '', last_name: user.last_name || '' }
}

/** The signed-in user; null when the answer holds none. Failures are logged and thrown on. */
export async function getProfile(session: SessionNeed = 'required'): Promise<User | null> {
  try {
    return asUser(await request('GET', '/api/users/profile/', { session }))
  } catch (error) {
    console.error('Error fetching profile', error instanceof Error ? error.message : '')
    throw error
  }
}

/** Ends the session on the server. The call goes out at once, with the present tokens. */
export function logout(refresh: string): Promise<void> {
  return request('POST', '/api/users/logout/', { body: { refresh }, session: 'optional', keepalive: true })
}
