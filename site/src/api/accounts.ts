import { ApiError, isRecord } from './api-error'
import { request } from './client'
import type { Input, Operation } from './operations'

export type Registration = Input<Operation<'POST', '/api/users/register/'>>['body']

/** Opens an account. It is not signed in by that. */
export async function register(registration: Registration): Promise<void> {
  await request('POST', '/api/users/register/', { body: registration, session: 'none' })
}

/** Asks for a mail with a reset link; returns the server's message. */
export async function askForReset(email: string): Promise<string> {
  return detailOf(
    await request('POST', '/backend/forgotpasswordreset/', { body: { email }, session: 'none' }),
  )
}

type Reset = Input<Operation<'POST', '/backend/password-reset-confirm/{uidb64}/{token}/'>>

/** The two parts of a reset link. */
export type ResetLink = Reset['params']

/** Sets a new password by a reset link; returns the server's message. */
export async function confirmReset(link: ResetLink, passwords: Reset['body']): Promise<string> {
  return detailOf(
    await request('POST', '/backend/password-reset-confirm/{uidb64}/{token}/', {
      params: link,
      body: passwords,
      session: 'none',
    }),
  )
}

/** Confirms a new address by what the mailed link carries; returns the address that the account has now. */
export async function confirmEmail(token: string): Promise<string> {
  const path = '/api/users/email/confirm/'
  const answer: unknown = await request('POST', path, { body: { token }, session: 'optional' })
  if (!isRecord(answer) || typeof answer.email !== 'string') throw new ApiError(200, 'Unreadable answer')
  return answer.email
}

const detailOf = (answer: unknown) =>
  isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : ''
