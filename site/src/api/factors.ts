import { makePasskey, signWithPasskey } from '../lib/webauthn'
import { ApiError } from './api-error'
import { request } from './client'
import type { LoginAnswer } from './types'

interface SecondFactorRefusal {
  second_factor_token?: string
  second_factors?: readonly string[]
}

const refusalOf = (error: unknown): SecondFactorRefusal =>
  error instanceof ApiError ? (error.data ?? {}) : {}

/** Returns the token for the second step of a sign-in; null for any other error. */
export const secondFactorToken = (error: unknown): string | null =>
  refusalOf(error).second_factor_token ?? null

/** Returns the second factors that the account has. */
export function secondFactors(error: unknown): { passkey: boolean; authenticator: boolean } {
  const { second_factors: named = [] } = refusalOf(error)
  return { passkey: named.includes('passkey'), authenticator: named.includes('authenticator') }
}

/** Completes a sign-in with an authenticator or recovery code. */
export const loginBySecondFactor = (token: string, code: string): Promise<LoginAnswer> =>
  request('POST', '/api/users/login/second-factor/', {
    body: { second_factor_token: token, code },
    session: 'none',
  })

/** Asks the visitor for a passkey. */
async function signedChallenge() {
  const { passkey_token, options } = await request('POST', '/api/users/login/passkey/options/', {
    session: 'none',
  })
  return { passkey_token, credential: await signWithPasskey(options) }
}

/** Signs in with a passkey, or completes the sign-in of `secondFactorToken`. */
export async function loginByPasskey(secondFactorToken?: string): Promise<LoginAnswer> {
  const signed = await signedChallenge()
  const body =
    secondFactorToken === undefined ? signed : { ...signed, second_factor_token: secondFactorToken }
  return request('POST', '/api/users/login/passkey/', { body, session: 'none' })
}

/** Re-authenticates the user with a passkey. */
export async function reauthenticateByPasskey(): Promise<void> {
  return request('POST', '/api/users/reauthentication/passkey/', { body: await signedChallenge() })
}

export const getFactors = () => request('GET', '/api/users/factors/')

/** Creates a secret for an authenticator app. `confirmAuthenticator` activates it. */
export const beginAuthenticator = () => request('POST', '/api/users/factors/totp/')

/** Activates the authenticator app; resolves to the recovery codes. */
export const confirmAuthenticator = (code: string) =>
  request('POST', '/api/users/factors/totp/confirm/', { body: { code } })

/** Removes the authenticator app and the recovery codes. */
export const removeAuthenticator = () => request('DELETE', '/api/users/factors/totp/')

/** Replaces the recovery codes. */
export const renewRecoveryCodes = () => request('POST', '/api/users/factors/recovery-codes/')

/** Returns the challenge for a new passkey. Needs recent authentication. */
export const beginPasskey = () => request('POST', '/api/users/factors/passkeys/options/')

type Challenge = Awaited<ReturnType<typeof beginPasskey>>

/** Asks the browser to create a passkey and adds it to the account. */
export async function addPasskey({ passkey_token, options }: Challenge, name: string) {
  const body = { passkey_token, credential: await makePasskey(options), name }
  return request('POST', '/api/users/factors/passkeys/', { body })
}

export const renamePasskey = (id: number, name: string) =>
  request('PATCH', '/api/users/factors/passkeys/{id}/', { params: { id }, body: { name } })

/** Removes a passkey. Needs recent authentication. */
export const removePasskey = (id: number) =>
  request('DELETE', '/api/users/factors/passkeys/{id}/', { params: { id } })
