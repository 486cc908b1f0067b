import { makePasskey, signWithPasskey } from '../lib/webauthn'
import { request } from './client'
import { read, type Shape } from './shape'
import type { LoginAnswer, Passkey, PasskeyAdded } from './types'
import { asLogin } from './users'

interface Challenge {
  passkey_token: string
  options: object
}

export const passkeyShape: Shape<Passkey> = {
  id: 'number',
  name: 'string',
  synced: 'boolean',
  created_at: 'date',
  'last_used_at?': 'date',
}

const readChallenge = (answer: unknown) => read<Challenge>(answer, { passkey_token: 'string', options: {} })

/** Has the visitor use a passkey. */
async function signedChallenge() {
  const challenge = readChallenge(
    await request('POST', '/api/users/login/passkey/options/', { session: 'none' }),
  )
  const credential = await signWithPasskey(challenge.options)
  return { passkey_token: challenge.passkey_token, credential }
}

/** Signs in by a passkey, or ends by it the sign-in that `secondFactorToken` names. */
export async function loginByPasskey(secondFactorToken?: string): Promise<LoginAnswer> {
  const signed = await signedChallenge()
  const body =
    secondFactorToken === undefined ? signed : { ...signed, second_factor_token: secondFactorToken }
  return asLogin(await request('POST', '/api/users/login/passkey/', { body, session: 'none' }))
}

/** Shows by a passkey that it is still the user; calls that need a fresh proof are answered from then on. */
export async function proveByPasskey(): Promise<void> {
  return request('POST', '/api/users/proof/passkey/', { body: await signedChallenge() })
}

/** What the browser makes a passkey of. It needs a fresh proof. */
export async function beginPasskey(): Promise<Challenge> {
  return readChallenge(await request('POST', '/api/users/factors/passkeys/options/'))
}

/** Has the browser make a passkey, and adds it to the user's. */
export async function addPasskey({ passkey_token, options }: Challenge, name: string): Promise<PasskeyAdded> {
  const body = { passkey_token, credential: await makePasskey(options), name }
  return read<PasskeyAdded>(await request('POST', '/api/users/factors/passkeys/', { body }), {
    passkey: passkeyShape,
    recovery_codes: ['string'],
  })
}

export function renamePasskey(id: number, name: string): Promise<unknown> {
  return request('PATCH', '/api/users/factors/passkeys/{id}/', { params: { id: String(id) }, body: { name } })
}

/** It signs nobody in from then on. It needs a fresh proof. */
export function removePasskey(id: number): Promise<void> {
  return request('DELETE', '/api/users/factors/passkeys/{id}/', { params: { id: String(id) } })
}
