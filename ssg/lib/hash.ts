import { createHash } from 'node:crypto'

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content)

/** Eight characters, safe in a file's name, that change with the content. */
export const nameHash = (content: string | Uint8Array): string =>
  sha256(content).digest('base64url').slice(0, 8)

/** The value of a strong ETag without its quotes. */
export const tagHash = (content: string | Uint8Array): string =>
  sha256(content).digest('base64url').slice(0, 22)

/** A source expression of a Content-Security-Policy that admits exactly this inline script or style. */
export const policyHash = (content: string): string => `'sha256-${sha256(content).digest('base64')}'`
