/** What the site reads of an access token, without trusting it: the server checks the token itself. */
export interface AccessClaims {
  /** Seconds since the epoch. */
  exp: number
  sub: string
}

/** The claims of `token`; throws when it is no readable token. */
export function decodeAccess(token: string): AccessClaims {
  const payload = token.split('.')[1]
  if (payload === undefined) throw new Error('The access token is not a token')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  )
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as { exp?: unknown; sub?: unknown }
  if (typeof claims.exp !== 'number') throw new Error('The access token has no end')
  return { exp: claims.exp, sub: typeof claims.sub === 'string' ? claims.sub : '' }
}
