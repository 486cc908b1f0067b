import type { Device, LoginAnswer, Passkey, PasskeyAdded, User } from '../api/types'
import { done, json, replay, type FakeServer, type Routes } from './fake-server'
import emailAsked from './golden/email-asked.json'
import emailConfirmed from './golden/email-confirmed.json'
import emailDead from './golden/email-dead.json'
import emailErrors from './golden/email-errors.json'
import emailTaken from './golden/email-taken.json'
import emailTakenSince from './golden/email-taken-since.json'
import freshProofRequired from './golden/fresh-proof-required.json'
import forgot from './golden/forgot.json'
import loginWithDeadToken from './golden/login-with-dead-token.json'
import notFound from './golden/not-found.json'
import passwordErrors from './golden/password-errors.json'
import loginSecondFactor from './golden/login-second-factor.json'
import factorsPasskey from './golden/factors-passkey.json'
import loginPasskeyWanted from './golden/login-passkey-wanted.json'
import passkeyCreation from './golden/factors-passkey-options.json'
import passkeyOptions from './golden/passkey-options.json'
import passkeyUnknown from './golden/passkey-unknown.json'
import proofWrong from './golden/proof-wrong.json'
import secondFactorExpired from './golden/second-factor-expired.json'
import secondFactorWrong from './golden/second-factor-wrong.json'
import register from './golden/register.json'
import registerErrors from './golden/register-errors.json'
import registerTaken from './golden/register-taken.json'
import reset from './golden/reset.json'
import resetDead from './golden/reset-dead.json'
import resetErrors from './golden/reset-errors.json'

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

type Texts = Record<string, string>

/** The accounts of the fake server. Its refusals are recorded answers of the real one. */
export class FakeAccounts {
  registered: Texts[] = []
  /** Addresses that asked for a reset link. */
  mailed: string[] = []
  /** The reset links that work, as uidb64/token. */
  links = new Set(['Nw/d3x8kz-good'])
  /** The address that each link confirms which works. */
  emailLinks = new Map([['Nw.d3x8kz-good', 'new@example.test']])
  /** Addresses of other accounts. */
  taken = new Set(['taken@example.test'])
  /** The one-time tokens that work. */
  appTokens = new Set(['app-token-good'])
  /** Whether a sign-in asks for a code, which is 287082, and whether the owner demands it. */
  totp = false
  factorRequired = false
  /** The passkeys of the user; a sign-in by password asks for one then. */
  passkeys: Passkey[] = []
  /** Whether the server knows the passkey that the browser uses. */
  passkeyGood = true
  recoveryCodes = ['AAAA-BBBB-CCCC-DDDD-EEEE-FFFF', 'GGGG-HHHH-IIII-JJJJ-KKKK-LLLL']
  /** Whether the user has lately shown who they are. */
  proved = true
  /** Whether visitors may register. */
  registrationOpen = true
  devices = [device('here', mac, true), device('there', phone, false)]

  private readonly server: FakeServer
  readonly routes: Routes

  constructor(server: FakeServer) {
    this.server = server
    this.routes = {
      'GET /api/users/register/': () => json(200, { open: this.registrationOpen }),
      'POST /api/users/register/': ({ body }) => this.register(body as Texts),
      'POST /backend/forgotpasswordreset/': ({ body }) => {
        this.mailed.push((body as Texts).email ?? '')
        return replay(forgot)
      },
      'POST /backend/password-reset-confirm/{uidb64}/{token}/': ({ body }, uidb64 = '', token = '') =>
        this.reset(`${uidb64}/${token}`, body as Texts),
      'POST /api/users/login/second-factor/': ({ body }) => this.secondStep(body as Texts),
      'POST /api/users/login/passkey/options/': () => replay(passkeyOptions),
      'POST /api/users/login/passkey/': () => (this.passkeyGood ? this.signedIn() : replay(passkeyUnknown)),
      'POST /login-with-token/': ({ body }) => this.redeem((body as Texts).token ?? ''),
      'POST /api/users/email/confirm/': ({ body }) => this.confirmEmail((body as Texts).token ?? ''),
      ...server.withSession({
        'PATCH /api/users/profile/': ({ body }) => this.rename(body as Texts),
        'POST /api/users/password/': ({ body }) => this.changePassword(body as Texts),
        'POST /api/users/email/': ({ body }) => this.askForNewEmail(body as Texts),
        'POST /api/users/email/confirmation/': () =>
          json(200, { detail: 'We sent a link to your address. Open it to confirm the address.' }),
        'GET /api/users/data/': () => json(200, { version: 1, account: server.user }),
        'POST /api/users/delete/': ({ body }) => this.deleteAccount(body as Texts),
        'GET /api/users/sessions/': () => json(200, this.devices),
        'GET /api/users/factors/': () =>
          json(200, {
            totp: this.totp,
            recovery_codes: this.totp || this.passkeys.length > 0 ? this.recoveryCodes.length : 0,
            passkeys: this.passkeys,
            required: this.factorRequired,
          }),
        'POST /api/users/factors/totp/': () =>
          this.ifProved(() =>
            json(201, {
              secret: 'GEZD-GNBV',
              uri: 'otpauth://totp/x',
              qr: { size: 9, path: 'M4 4h1v1h-1z' },
            }),
          ),
        'POST /api/users/factors/totp/confirm/': ({ body }) =>
          this.ifProved(() => {
            if ((body as Texts).code !== '287082') return replay(secondFactorWrong)
            this.totp = true
            return json(200, { recovery_codes: this.recoveryCodes })
          }),
        'DELETE /api/users/factors/totp/': () =>
          this.ifProved(() => {
            this.totp = false
            return done()
          }),
        'POST /api/users/factors/recovery-codes/': () =>
          this.ifProved(() => {
            this.recoveryCodes = ['2222-3333-4444-5555-6666-7777']
            return json(201, { recovery_codes: this.recoveryCodes })
          }),
        'POST /api/users/factors/passkeys/options/': () => this.ifProved(() => replay(passkeyCreation)),
        'POST /api/users/factors/passkeys/': ({ body }) =>
          this.ifProved(() => this.addPasskey(body as Texts)),
        'PATCH /api/users/factors/passkeys/{id}/': ({ body }, id) => {
          const renamed = this.passkeys.find((passkey) => String(passkey.id) === id)
          if (!renamed) return replay(notFound)
          renamed.name = (body as Texts).name ?? ''
          return json(200, renamed)
        },
        'DELETE /api/users/factors/passkeys/{id}/': (_, id) =>
          this.ifProved(() => {
            this.passkeys = this.passkeys.filter((passkey) => String(passkey.id) !== id)
            return done()
          }),
        'POST /api/users/proof/passkey/': () => {
          this.proved = this.passkeyGood
          return this.proved ? done() : json(400, { credential: [passkeyUnknown.body.detail] })
        },
        'POST /api/users/proof/': ({ body }) => this.prove(body as Texts),
        'DELETE /api/users/sessions/': () => this.signOut(() => true),
        'DELETE /api/users/sessions/{id}/': (_, id) => this.signOut((device) => device.id === id),
      }),
    }
  }

  private register(body: Texts): Response {
    if (body.email === this.server.user.email) return replay(registerTaken)
    if (body.password?.normalize() !== body.password2?.normalize()) return replay(registerErrors)
    this.registered.push(body)
    return replay(register)
  }

  private reset(link: string, { new_password, new_password2 }: Texts): Response {
    if (!this.links.has(link)) return replay(resetDead)
    if (
      new_password?.normalize() !== new_password2?.normalize() ||
      new_password === undefined ||
      new_password.length < 8
    ) {
      return replay(resetErrors)
    }
    this.links.delete(link)
    this.server.password = new_password
    return replay(reset)
  }

  private redeem(token: string): Response {
    if (!this.appTokens.delete(token)) {
      return Response.json(loginWithDeadToken.body, { status: 401, statusText: 'Unauthorized' })
    }
    const { user, sessions } = this.server
    return json(200, { ...sessions.begin(String(user.id)), user } satisfies LoginAnswer)
  }

  private rename(names: Texts): Response {
    const blank = Object.entries(names).filter(([, name]) => name.trim() === '')
    if (blank.length > 0) {
      const errors = Object.fromEntries(blank.map(([field]) => [field, ['This field may not be blank.']]))
      return json(400, errors)
    }
    this.server.user = { ...this.server.user, ...names } satisfies User
    return json(200, this.server.user)
  }

  private changePassword({ old_password, new_password }: Texts): Response {
    if (old_password !== this.server.password) return replay(passwordErrors)
    this.server.password = new_password ?? ''
    this.devices = this.devices.filter(({ current }) => current)
    return done()
  }

  private deleteAccount({ password }: Texts): Response {
    if (password !== this.server.password) return replay(emailErrors)
    this.server.sessions.refuseAccess()
    return done()
  }

  private askForNewEmail({ email = '', password }: Texts): Response {
    if (password !== this.server.password) return replay(emailErrors)
    if (this.taken.has(email)) return replay(emailTaken)
    this.emailLinks.set('Nw.d3x8kz-asked', email)
    return replay(emailAsked)
  }

  private confirmEmail(token: string): Response {
    const email = this.emailLinks.get(token)
    if (email === undefined) return replay(emailDead)
    if (email === this.server.user.email) {
      delete this.server.user.email_unconfirmed
      return json(200, { detail: 'Your e-mail address is confirmed.', email, changed: false })
    }
    if (this.taken.has(email)) return replay(emailTakenSince)
    this.emailLinks.delete(token)
    this.server.user = { ...this.server.user, email }
    return json(200, { ...emailConfirmed.body, email })
  }

  private prove({ password }: Texts): Response {
    this.proved = password === this.server.password
    return this.proved ? done() : replay(proofWrong)
  }

  private ifProved(answer: () => Response): Response {
    return this.proved ? answer() : replay(freshProofRequired)
  }

  /** Answers a correct password with the request for a code. */
  firstStep(): Response | null {
    if (this.passkeys.length > 0) return replay(loginPasskeyWanted)
    return this.totp ? replay(loginSecondFactor) : null
  }

  private secondStep({ second_factor_token, code }: Texts): Response {
    if (second_factor_token !== loginSecondFactor.body.second_factor_token) return replay(secondFactorExpired)
    if (code !== '287082') return replay(secondFactorWrong)
    return this.signedIn()
  }

  private addPasskey({ name = '' }: Texts): Response {
    const recovery_codes = this.totp || this.passkeys.length > 0 ? [] : this.recoveryCodes
    const passkey = { ...factorsPasskey.body.passkeys[0], id: this.passkeys.length + 1, name } as Passkey
    this.passkeys = [...this.passkeys, passkey]
    return json(201, { passkey, recovery_codes } satisfies PasskeyAdded)
  }

  private signedIn(): Response {
    const { user, sessions } = this.server
    return json(200, { ...sessions.begin(String(user.id)), user } satisfies LoginAnswer)
  }

  private signOut(chosen: (device: Device) => boolean): Response {
    if (!this.proved) return replay(freshProofRequired)
    if (!this.devices.some(chosen)) return replay(notFound)
    this.devices = this.devices.filter((other) => !chosen(other))
    if (this.devices.length === 0) this.server.sessions.refuseAccess()
    return done()
  }
}
