import { ApiError, isRecord } from './api-error'
import { request } from './client'
import { passkeyShape } from './passkeys'
import { read } from './shape'
import type { AuthenticatorSetup, Factors, LoginAnswer } from './types'
import { asLogin } from './users'

/** What goes on with a sign-in that was refused because a second factor is wanted; null for any other failure. */
export function secondFactorToken(error: unknown): string | null {
  const data = error instanceof ApiError && isRecord(error.data) ? error.data : {}
  return typeof data.second_factor_token === 'string' ? data.second_factor_token : null
}

/** Which second factors such a refusal names. */
export function secondFactors(error: unknown): { passkey: boolean; authenticator: boolean } {
  const data = error instanceof ApiError && isRecord(error.data) ? error.data : {}
  const named = Array.isArray(data.second_factors) ? data.second_factors : []
  return { passkey: named.includes('passkey'), authenticator: named.includes('authenticator') }
}

/** Ends a sign-in by a code of the authenticator app or a recovery code. */
export async function loginBySecondFactor(token: string, code: string): Promise<LoginAnswer> {
  const body = { second_factor_token: token, code }
  return asLogin(await request('POST', '/api/users/login/second-factor/', { body, session: 'none' }))
}

/** The second factors of the user. */
export async function getFactors(): Promise<Factors> {
  return read<Factors>(await request('GET', '/api/users/factors/'), {
    totp: 'boolean',
    recovery_codes: 'number',
    passkeys: [passkeyShape],
    required: 'boolean',
  })
}

/** A secret for an authenticator app. It counts once `confirmAuthenticator` has sent a code of it. */
export async function beginAuthenticator(): Promise<AuthenticatorSetup> {
  return read<AuthenticatorSetup>(await request('POST', '/api/users/factors/totp/'), {
    secret: 'string',
    uri: 'string',
    qr: { size: 'number', path: 'string' },
  })
}

/** Sets the authenticator app up, and answers the recovery codes. */
export async function confirmAuthenticator(code: string): Promise<string[]> {
  return codesOf(await request('POST', '/api/users/factors/totp/confirm/', { body: { code } }))
}

/** Removes the authenticator app and the recovery codes. */
export function removeAuthenticator(): Promise<void> {
  return request('DELETE', '/api/users/factors/totp/')
}

/** Recovery codes in place of those that there were. */
export async function renewRecoveryCodes(): Promise<string[]> {
  return codesOf(await request('POST', '/api/users/factors/recovery-codes/'))
}

const codesOf = (answer: unknown) =>
  read<{ recovery_codes: string[] }>(answer, { recovery_codes: ['string'] }).recovery_codes
