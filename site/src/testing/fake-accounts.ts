import type { Device, LoginAnswer, User } from '../api/types'
import type { FakeRequest, FakeServer } from './fake-server'
import { golden, replay } from './golden'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15'
const phone = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'

const device = (id: string, user_agent: string, current: boolean): Device => ({
  id,
  user_agent,
  ip: '203.0.113.7',
  created_at: '2026-11-18T10:20:30.400Z',
  last_used_at: '2026-11-20T21:22:23.400Z',
  current,
})

const nothing = () => new Response(null, { status: 204 })

/** The part of the fake server that keeps accounts. Its refusals are those that the real server was seen to give. */
export class FakeAccounts {
  registered: Record<string, string>[] = []
  /** Addresses that asked for a reset link. */
  mailed: string[] = []
  /** The reset links that work, as uidb64/token. */
  links = new Set(['Nw/d3x8kz-good'])
  /** The address that each link confirms which works. */
  emailLinks = new Map([['Nw.d3x8kz-good', 'new@example.test']])
  /** Addresses that others have. */
  taken = new Set(['taken@example.test'])
  /** The one-time tokens that work. */
  appTokens = new Set(['app-token-good'])
  devices = [device('here', mac, true), device('there', phone, false)]

  private readonly server: FakeServer

  constructor(server: FakeServer) {
    this.server = server
  }

  /** What is answered to a request; undefined when it is not about accounts. */
  answer(route: string, request: FakeRequest): Response | undefined {
    const body = request.body as Record<string, string>
    switch (route) {
      case 'POST /api/users/register/':
        return this.register(body)
      case 'POST /backend/forgotpasswordreset/':
        this.mailed.push(body.email ?? '')
        return replay(golden.forgot)
      case 'POST /login-with-token/':
        return this.redeem(body.token ?? '')
      case 'PATCH /api/users/profile/':
        return this.server.signedIn(request) ?? this.rename(body)
      case 'POST /api/users/password/':
        return this.server.signedIn(request) ?? this.changePassword(body)
      case 'POST /api/users/email/':
        return this.server.signedIn(request) ?? this.askForNewEmail(body)
      case 'POST /api/users/email/confirm/':
        return this.confirmEmail(body.token ?? '')
      case 'GET /api/users/data/':
        return this.server.signedIn(request) ?? Response.json({ version: 1, account: this.server.user })
      case 'POST /api/users/delete/':
        return this.server.signedIn(request) ?? this.deleteAccount(body)
      case 'GET /api/users/sessions/':
        return this.server.signedIn(request) ?? Response.json(this.devices)
      case 'DELETE /api/users/sessions/':
        return this.server.signedIn(request) ?? this.signOut(() => true)
    }
    const link = /^POST \/backend\/password-reset-confirm\/([^/]+\/[^/]+)\/$/.exec(route)?.[1]
    if (link !== undefined) return this.reset(link, body)
    const id = /^DELETE \/api\/users\/sessions\/([^/]+)\/$/.exec(route)?.[1]
    if (id !== undefined) return this.server.signedIn(request) ?? this.signOut((other) => other.id === id)
    return undefined
  }

  private register(body: Record<string, string>): Response {
    if (body.email === this.server.user.email) return replay(golden.registerTaken)
    if (body.password !== body.password2) return replay(golden.registerErrors)
    this.registered.push(body)
    return replay(golden.register)
  }

  private reset(link: string, { new_password, new_password2 }: Record<string, string>): Response {
    if (!this.links.has(link)) return replay(golden.resetDead)
    if (new_password !== new_password2 || new_password === undefined || new_password.length < 8) {
      return replay(golden.resetErrors)
    }
    this.links.delete(link)
    this.server.password = new_password
    return replay(golden.reset)
  }

  private redeem(token: string): Response {
    if (!this.appTokens.delete(token)) {
      return Response.json(golden.loginWithDeadToken.body, { status: 401, statusText: 'Unauthorized' })
    }
    const { user, sessions } = this.server
    return Response.json({ ...sessions.begin(String(user.id)), user } satisfies LoginAnswer)
  }

  private rename(names: Record<string, string>): Response {
    const blank = Object.entries(names).filter(([, name]) => name.trim() === '')
    if (blank.length > 0) {
      const blame = Object.fromEntries(blank.map(([field]) => [field, ['This field may not be blank.']]))
      return Response.json(blame, { status: 400 })
    }
    this.server.user = { ...this.server.user, ...names } satisfies User
    return Response.json(this.server.user)
  }

  private changePassword({ old_password, new_password }: Record<string, string>): Response {
    if (old_password !== this.server.password) return replay(golden.passwordErrors)
    this.server.password = new_password ?? ''
    this.devices = this.devices.filter(({ current }) => current)
    return nothing()
  }

  private deleteAccount({ password }: Record<string, string>): Response {
    if (password !== this.server.password) return replay(golden.emailErrors)
    this.server.sessions.refuseAccess()
    return nothing()
  }

  private askForNewEmail({ email = '', password }: Record<string, string>): Response {
    if (password !== this.server.password) return replay(golden.emailErrors)
    if (this.taken.has(email)) return replay(golden.emailTaken)
    this.emailLinks.set('Nw.d3x8kz-asked', email)
    return replay(golden.emailAsked)
  }

  private confirmEmail(token: string): Response {
    const email = this.emailLinks.get(token)
    if (email === undefined) return replay(golden.emailDead)
    if (this.taken.has(email)) return replay(golden.emailTakenSince)
    this.emailLinks.delete(token)
    this.server.user = { ...this.server.user, email }
    return Response.json({ ...golden.emailConfirmed.body, email })
  }

  private signOut(chosen: (device: Device) => boolean): Response {
    if (!this.devices.some(chosen)) return replay(golden.notFound)
    this.devices = this.devices.filter((other) => !chosen(other))
    if (this.devices.length === 0) this.server.sessions.refuseAccess()
    return nothing()
  }
}
