import { ApiError, isRecord } from './api-error'
import { request } from './client'

export interface Registration {
  email: string
  password: string
  password2: string
  first_name: string
  last_name: string
  interest_notes: string
}

/** Opens an account. It is not signed in by that. */
export function register(registration: Registration): Promise<void> {
  return request('POST', '/api/users/register/', { body: registration, session: 'none' })
}

/** Asks for a mail with a reset link; answers what the server says to it. */
export async function askForReset(email: string): Promise<string> {
  return detailOf(
    await request('POST', '/backend/forgotpasswordreset/', { body: { email }, session: 'none' }),
  )
}

/** The two parts of a reset link. */
export interface ResetLink {
  uidb64: string
  token: string
}

/** Sets a new password by a reset link; answers what the server says to it. */
export async function confirmReset(
  { uidb64, token }: ResetLink,
  passwords: { new_password: string; new_password2: string },
): Promise<string> {
  return detailOf(
    await request('POST', '/backend/password-reset-confirm/:uidb64/:token/', {
      params: { uidb64, token },
      body: passwords,
      session: 'none',
    }),
  )
}

/** Confirms a new address by what the mailed link carries; answers the address that the account has now. */
export async function confirmEmail(token: string): Promise<string> {
  const path = '/api/users/email/confirm/'
  const answer = await request<unknown>('POST', path, { body: { token }, session: 'optional' })
  if (!isRecord(answer) || typeof answer.email !== 'string') throw new ApiError(200, 'Unreadable answer')
  return answer.email
}

const detailOf = (answer: unknown) =>
  isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : ''
