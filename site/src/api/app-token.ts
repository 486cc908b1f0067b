import { request } from './client'
import type { LoginAnswer } from './types'
import { asLogin } from './users'

/** Signs in by the one-time token that the native app was given, which is spent by it. */
export async function loginWithToken(token: string): Promise<LoginAnswer> {
  return asLogin(await request('POST', '/login-with-token/', { body: { token }, session: 'none' }))
}
