/* Passkeys in the browser. The library is loaded on first use. */

/** Why the browser could not create or use a passkey, and what to do. */
export class PasskeyProblem extends Error {}

/** Reports whether the site has a domain name: browsers refuse passkeys for addresses such as 127.0.0.1 and [::1]. */
export const isNamed = () => !/^[\d.]+$|^\[/.test(window.location.hostname)

/** A WebAuthn credential as JSON. */
type Credential = Record<string, unknown>

/** Asks the browser to sign the challenge in `options` with a passkey; resolves to the credential. */
export async function signWithPasskey(options: object): Promise<Credential> {
  return withLibrary(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] }),
  )
}

/** Asks the browser to create a passkey; resolves to the credential. */
export async function makePasskey(options: object): Promise<Credential> {
  return withLibrary(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  )
}

type Library = Pick<typeof import('@simplewebauthn/browser'), 'startAuthentication' | 'startRegistration'>

async function withLibrary(call: (library: Library) => Promise<object>): Promise<Credential> {
  if (!window.isSecureContext) {
    throw new PasskeyProblem('Passkeys need an encrypted connection. Open this site over HTTPS.')
  }
  if (!('PublicKeyCredential' in window)) {
    throw new PasskeyProblem('This browser cannot use passkeys. Update it, or use your password.')
  }
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser')
  try {
    return { ...(await call({ startAuthentication, startRegistration })) }
  } catch (error) {
    throw new PasskeyProblem(problemOf(error))
  }
}

/** Error names of the library and the browsers. */
function problemOf(error: unknown): string {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { name?: string } }
  if (name === 'InvalidStateError' || code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device has a passkey of your account already.'
  }
  if (name === 'SecurityError' || code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') {
    return 'Passkeys do not work at this address. Open the site under its own name over HTTPS.'
  }
  if (code?.startsWith('ERROR_AUTHENTICATOR_MISSING')) {
    return 'This device cannot keep a passkey that asks for your fingerprint, face or PIN. Set up a screen lock, or use another device.'
  }
  if ([name, cause?.name].some((word) => word === 'NotAllowedError' || word === 'AbortError')) {
    return 'No passkey was used: you cancelled, or there is none for this site on this device. Try again, or use your password.'
  }
  return 'The browser could not use a passkey. Please try again.'
}
