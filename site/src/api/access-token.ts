/** The claims that the site reads from an access token. It does not verify the token; the server does. */
export interface AccessClaims {
  /** Seconds since the epoch. */
  exp: number
  sub: string
}

/** Returns the claims of `token`; throws if it is malformed. */
export function decodeAccess(token: string): AccessClaims {
  const payload = token.split('.')[1]
  if (payload === undefined) throw new Error('The access token is not a token')
  const claims = decodePart(payload) as { exp?: unknown; sub?: unknown }
  if (typeof claims.exp !== 'number') throw new Error('The access token has no end')
  return { exp: claims.exp, sub: typeof claims.sub === 'string' ? claims.sub : '' }
}

/** Returns the value in a part of a signed text: JSON in base64url. Throws if it is malformed. */
export function decodePart(part: string): unknown {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}
