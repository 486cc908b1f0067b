import { isRecord } from './api-error'
import { request, type SessionNeed } from './client'
import type { LoginAnswer, User } from './types'

/** Signs in. Throws an ApiError if the server refuses. */
export const login = (credentials: { email: string; password: string }): Promise<LoginAnswer> =>
  request('POST', '/api/users/login/', { body: credentials, session: 'none' })

/** Returns the signed-in user; null if the profile is missing. Logs and rethrows failures. */
export async function getProfile(session: SessionNeed = 'required'): Promise<User | null> {
  try {
    return userIn(await request('GET', '/api/users/profile/', { session }))
  } catch (error) {
    console.error('Error fetching profile', error instanceof Error ? error.message : '')
    throw error
  }
}

/** Returns `answer` if it is a user. Hosts and proxies may answer anything with 200. */
export const userIn = (answer: unknown): User | null =>
  isRecord(answer) && typeof answer['email'] === 'string' ? (answer as User) : null

/** Ends the session on the server. Sends the request at once, with the current tokens. */
export function logout(refresh: string): Promise<void> {
  return request('POST', '/api/users/logout/', { body: { refresh }, session: 'optional', keepalive: true })
}
