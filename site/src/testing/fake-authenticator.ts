import { vi } from 'vitest'

const bytes = new Uint8Array([1, 2, 3]).buffer

/** Gives the browser an authenticator that has and makes one passkey; a test replaces what its calls answer. */
export function fakeAuthenticator() {
  const credential = (response: object) => ({
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes, ...response },
  })
  const calls = {
    get: vi.fn(() =>
      Promise.resolve(credential({ authenticatorData: bytes, signature: bytes, userHandle: bytes })),
    ),
    create: vi.fn(() => Promise.resolve(credential({ attestationObject: bytes }))),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  Object.defineProperty(navigator, 'credentials', { value: calls, configurable: true })
  return calls
}
