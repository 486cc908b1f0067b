/** Functions of the server, api/publishing. Bytes travel as base64. */
interface Host {
  /** The SHA-256 of bytes. */
  hostSha256: (base64: string) => string
  /** The host of an address in ASCII (UTS 46, as browsers do); "" if it is invalid. */
  hostToASCII: (host: string) => string
  /** A file of ssg/fonts. */
  hostFont: (name: string) => string
}

const host = globalThis as unknown as Host

/** The methods of ECMAScript 2026 that QuickJS has. */
interface Base64 {
  fromBase64: (text: string) => Uint8Array
  prototype: {
    toBase64: (options?: { alphabet: string; omitPadding: boolean }) => string
    toHex: () => string
  }
}

const { fromBase64, prototype } = Uint8Array as unknown as Base64

export const toBase64 = (bytes: Uint8Array): string => prototype.toBase64.call(bytes)

/** `hash` of node:crypto, as far as the build uses it. */
export function hash(
  _algorithm: 'sha256',
  content: string | Uint8Array,
  encoding: 'base64' | 'base64url' | 'hex',
): string {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = fromBase64.call(Uint8Array, host.hostSha256(toBase64(bytes)))
  if (encoding === 'hex') return prototype.toHex.call(digest)
  return prototype.toBase64.call(digest, { alphabet: encoding, omitPadding: encoding === 'base64url' })
}

/** core-js maps a few characters only. It knows this function under the name of a CommonJS module. */
const toASCII = (name: string): string | null =>
  /\P{ASCII}|xn--/iu.test(name) ? host.hostToASCII(name) || null : name.toLowerCase()
export { toASCII as 'module.exports' }

/** `readFont` of ssg/fonts. */
export const readFont = (file: string): Uint8Array => fromBase64.call(Uint8Array, host.hostFont(file))
