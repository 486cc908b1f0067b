import { hash } from 'node:crypto'

type Content = string | Uint8Array

const sha256 = (content: Content) => hash('sha256', content, 'base64url')

/** Eight characters, safe in a file's name, that change with the content. */
export const nameHash = (content: Content): string => sha256(content).slice(0, 8)

/** The value of a strong ETag without its quotes. */
export const tagHash = (content: Content): string => sha256(content).slice(0, 22)

/** A UUID for a name, of version 8 (RFC 9562, section 5.8): the same name gives the same one. */
export function nameUuid(name: string): string {
  const hex = hash('sha256', name, 'hex')
  const variant = ((parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

/** A source expression of a Content-Security-Policy for exactly this inline script or style. */
export const policyHash = (content: string): string => `'sha256-${hash('sha256', content, 'base64')}'`
