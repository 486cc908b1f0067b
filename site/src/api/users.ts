import { ApiError, isRecord } from './api-error'
import { request, type RequestOptions } from './client'
import type { LoginAnswer, User } from './types'

/** Signs in. Throws an ApiError when refused, and also when the answer holds no access token. */
export async function login(credentials: { email: string; password: string }): Promise<LoginAnswer> {
  return asLogin(await request('POST', '/api/users/login/', { body: credentials, session: 'none' }))
}

/** `answer`, when it is what a sign-in answers; else it throws an ApiError. */
export function asLogin(answer: unknown): LoginAnswer {
  if (!isRecord(answer) || typeof answer.access !== 'string') throw new ApiError(200, 'Unreadable answer')
  return answer as unknown as LoginAnswer
}

/** The signed-in user; null when the answer holds none. Failures are logged and thrown on. */
export async function getProfile(session: RequestOptions['session'] = 'required'): Promise<User | null> {
  try {
    const profile = await request<unknown>('GET', '/api/users/profile/', { session })
    return isRecord(profile) ? (profile as unknown as User) : null
  } catch (error) {
    console.error('Error fetching profile', error instanceof Error ? error.message : '')
    throw error
  }
}

/** Ends the session on the server. The call goes out at once, with the tokens of this moment. */
export function logout(refresh: string): Promise<void> {
  return request('POST', '/api/users/logout/', { body: { refresh }, session: 'optional', keepalive: true })
}
