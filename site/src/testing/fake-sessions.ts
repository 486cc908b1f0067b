const accessSeconds = 600

/** The server's side of a session: short access tokens, and refresh tokens that come in generations. */
export class FakeSessions {
  private readonly rows = new Map<string, { generation: number; revoked: boolean }>()
  private readonly validAccess = new Set<string>()
  private issued = 0

  /** Opens a session. */
  begin(subject: string): { access: string; refresh: string } {
    const session = `s${this.rows.size + 1}`
    this.rows.set(session, { generation: 0, revoked: false })
    return { access: this.access(subject), refresh: this.refresh(session, 0) }
  }

  /** An access token that ends `seconds` from now; one that has ended is not accepted. */
  access(subject: string, seconds: number = accessSeconds): string {
    this.issued += 1
    const claims = { sub: subject, exp: Math.floor(Date.now() / 1000) + seconds, jti: String(this.issued) }
    const token = `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.mac`
    if (seconds > 0) this.validAccess.add(token)
    return token
  }

  refresh(session: string, generation: number): string {
    this.issued += 1
    return `${session}.${generation}.1700000000.r${this.issued}.mac`
  }

  accepts(access: string | undefined): boolean {
    return access !== undefined && this.validAccess.has(access)
  }

  /** All access tokens issued so far are refused from now on. */
  refuseAccess(): void {
    this.validAccess.clear()
  }

  /** An access and a child refresh token, or undefined when `refresh` is not valid; a reused one ends the session. */
  renew(refresh: string, subject: string): { access: string; refresh: string } | undefined {
    const [session = '', generation] = refresh.split('.')
    const row = this.rows.get(session)
    if (row === undefined || row.revoked) return undefined
    const given = Number(generation)
    if (given === row.generation + 1) row.generation = given
    if (given !== row.generation) {
      row.revoked = true
      return undefined
    }
    return { access: this.access(subject), refresh: this.refresh(session, given + 1) }
  }

  revoke(refresh: string): void {
    const row = this.rows.get(refresh.split('.')[0] ?? '')
    if (row) row.revoked = true
  }

  /** How many sessions have been ended. */
  get revoked(): number {
    return [...this.rows.values()].filter((row) => row.revoked).length
  }
}
