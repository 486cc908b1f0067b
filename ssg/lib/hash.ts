import { hash } from 'node:crypto'

type Content = string | Uint8Array

const sha256 = (content: Content) => hash('sha256', content, 'base64url')

/** Eight characters, safe in a file's name, that change with the content. */
export const nameHash = (content: Content): string => sha256(content).slice(0, 8)

/** The value of a strong ETag without its quotes. */
export const tagHash = (content: Content): string => sha256(content).slice(0, 22)

/** A source expression of a Content-Security-Policy for exactly this inline script or style. */
export const policyHash = (content: string): string => `'sha256-${hash('sha256', content, 'base64')}'`
