import { ApiError, isRecord } from './api-error'
import { request } from './client'
import type { Input, Operation } from './operations'
import type { LoginAnswer } from './types'
import { asLogin } from './users'

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

export interface ConfirmedEmail {
  /** The address that the account has now. */
  email: string
  /** Whether it had another one before. */
  changed: boolean
}

/** Confirms an address by what the mailed link carries. */
export async function confirmEmail(token: string): Promise<ConfirmedEmail> {
  const path = '/api/users/email/confirm/'
  const answer: unknown = await request('POST', path, { body: { token }, session: 'optional' })
  if (!isRecord(answer) || typeof answer.email !== 'string') throw new ApiError(200, 'Unreadable answer')
  return { email: answer.email, changed: answer.changed === true }
}

/** Whether visitors may register; true also where that could not be found out: the server refuses then. */
export async function isRegistrationOpen(): Promise<boolean> {
  try {
    const answer: unknown = await request('GET', '/api/users/register/', { session: 'none' })
    return !isRecord(answer) || answer.open !== false
  } catch {
    return true
  }
}

/** Signs in by the one-time token that the native app was given, which is spent by it. */
export async function loginWithToken(token: string): Promise<LoginAnswer> {
  return asLogin(await request('POST', '/login-with-token/', { body: { token }, session: 'none' }))
}

const detailOf = (answer: unknown) =>
  isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : ''
