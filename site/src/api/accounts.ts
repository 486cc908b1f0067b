import { request } from './client'
import type { Input, Operation } from './operations'
import type { LoginAnswer } from './types'

export type Registration = Input<Operation<'POST', '/api/users/register/'>>['body']

/** Creates an account. It does not sign in. */
export const register = (registration: Registration) =>
  request('POST', '/api/users/register/', { body: registration, session: 'none' })

/** Whether visitors may register; also true if that is unknown, since the server refuses them then. */
export const isRegistrationOpen = () =>
  request('GET', '/api/users/register/', { session: 'none' }).then(
    ({ open }) => open,
    () => true,
  )

/** Sends a mail with a reset link; resolves to the server's message. */
export const askForReset = (email: string) =>
  request('POST', '/backend/forgotpasswordreset/', { body: { email }, session: 'none' })

type Reset = Input<Operation<'POST', '/backend/password-reset-confirm/{uidb64}/{token}/'>>

/** The two parts of a reset link. */
export type ResetLink = Reset['params']

/** Sets a new password with a reset link; resolves to the server's message. */
export const confirmReset = (params: ResetLink, body: Reset['body']) =>
  request('POST', '/backend/password-reset-confirm/{uidb64}/{token}/', { params, body, session: 'none' })

/** Confirms an e-mail address with the token of a mailed link. */
export const confirmEmail = (token: string) =>
  request('POST', '/api/users/email/confirm/', { body: { token }, session: 'optional' })

/** Signs in with the native app's one-time token. */
export const loginWithToken = (token: string): Promise<LoginAnswer> =>
  request('POST', '/login-with-token/', { body: { token }, session: 'none' })
