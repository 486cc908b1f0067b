// Clients that write, and remember which writes were acknowledged. After an error they read to find out whether the write
// arrived before they try again. At the end each compares its record with the site.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeImage, send } from './requests.mjs'

const password = 'correct horse battery staple'

/** Shares of the writes, in percent. A client later ends the sessions it opened, which is one more write. */
const mix = { rename: 40, refresh: 38, retitle: 9, appToken: 7, gallery: 2, signIn: 2, upload: 2 }
const turns = Object.entries(mix).flatMap(([name, share]) => Array(share).fill(name))

/** Totals over all clients. */
export class Record {
  acknowledged = {}
  statuses = {}
  violations = []
  looks = 0

  get writes() {
    return Object.values(this.acknowledged).reduce((sum, count) => sum + count, 0)
  }
}

export class Client {
  sessions = []
  images = []
  galleries = []
  turn = Math.floor(Math.random() * turns.length)
  written = 0

  constructor(name, address, record) {
    Object.assign(this, { name, address, record })
    this.email = `${name}@example.test`
  }

  /** Makes the client's account and signs in. */
  async begin(cluster) {
    const account = ['--email', this.email, '--first-name', 'name-0', '--last-name', 'Client', '--staff']
    await cluster.command(['user', 'create', ...account], `${password}\n`)
    this.session = await this.openSession()
    this.images.push({ ...(await this.newImage()), title: `${this.name}-first` })
    await this.retitle()
  }

  /** Makes `rate` writes a second, catching up after delays, until stopped() returns true. */
  async write(rate, stopped) {
    const start = Date.now()
    let due = 0
    while (!stopped()) {
      this.turn = (this.turn + 37) % turns.length
      const kind = turns[this.turn]
      await this[kind]()
      this.written++
      due += ((kind === 'appToken' || kind === 'signIn' ? 2 : 1) * 1000) / rate
      await sleep(Math.max(0, start + due - Date.now()))
    }
  }

  /** Sends a request as this client. */
  async send(method, path, options = {}) {
    const answer = await send(this.address, method, path, { token: this.session?.access, ...options })
    this.record.statuses[answer.status] = (this.record.statuses[answer.status] ?? 0) + 1
    return answer
  }

  /**
   * Makes one write and calls done(body) when it succeeded. If the outcome is unknown, look() reads whether the write arrived:
   * true, false, or undefined if that is still unknown.
   */
  async attempt(kind, [method, path, options], success, done, look) {
    const answer = await this.send(method, path, options)
    if (answer.status === success) {
      this.acknowledge(kind)
      return done(answer.body)
    }
    if (answer.status !== 0 && answer.status < 500) return this.violation(`${kind} was refused`, answer)
    this.record.looks++
    for (;;) {
      await sleep(100)
      const found = await look()
      if (found === undefined) continue
      if (!found) return this.attempt(kind, [method, path, options], success, done, look)
      this.acknowledge(kind)
      return done(found)
    }
  }

  acknowledge(kind) {
    this.record.acknowledged[kind] = (this.record.acknowledged[kind] ?? 0) + 1
  }

  violation(what, answer) {
    this.record.violations.push(
      `${new Date().toISOString()} ${this.name}: ${what}: ${JSON.stringify(answer)}`,
    )
  }

  /** Resolves with the body, or undefined on a server error. Throws if the server refuses. */
  async read(path, options) {
    const answer = await this.send('GET', path, options)
    if (answer.status === 200) return answer.body
    if (answer.status !== 0 && answer.status < 500)
      throw new Error(`GET ${path} was refused: ${JSON.stringify(answer)}`)
    return undefined
  }

  /** Runs work and records its error as a violation. */
  guarded(work) {
    return work().catch((error) => this.violation('gave up', error.message))
  }

  /** Reads until it succeeds. */
  async readAtLast(path, options) {
    for (;;) {
      const body = await this.read(path, options)
      if (body !== undefined) return body
      await sleep(100)
    }
  }

  /** Renames the account. After an error either the old or the new name is right, and no other. */
  async rename() {
    const [previous, next] = [this.firstName ?? 'name-0', `name-${this.written + 1}`]
    const json = { first_name: next }
    const look = async () => {
      const profile = await this.read('/api/users/profile/')
      if (profile && profile.first_name !== previous && profile.first_name !== next)
        this.violation(`${previous} was lost`, profile)
      return profile && profile.first_name === next && profile
    }
    await this.attempt(
      'rename',
      ['PATCH', '/api/users/profile/', { json }],
      200,
      () => (this.firstName = next),
      look,
    )
  }

  /** Renews the access token. If the call fails, the refresh token remains valid. */
  async refresh(session = this.session) {
    const json = { refresh: session.refresh }
    const done = ({ access, refresh = session.refresh }) => Object.assign(session, { access, refresh })
    await this.attempt('refresh', ['POST', '/api/token/refresh/', { json }], 200, done, () => false)
  }

  async openSession() {
    const json = { email: this.email, password }
    let session
    await this.attempt(
      'signIn',
      ['POST', '/api/users/login/', { json }],
      200,
      (body) => (session = body),
      () => false,
    )
    return session
  }

  /** Signs in again, as on another device, and signs out the oldest of more than five sessions. */
  async signIn(open = () => this.openSession()) {
    const session = await open()
    if (!session) return
    this.sessions.push(session)
    if (this.sessions.length <= 5) return
    const { refresh } = this.sessions.shift()
    await this.attempt(
      'signOut',
      ['POST', '/api/users/logout/', { json: { refresh } }],
      204,
      () => undefined,
      () => false,
    )
    this.signedOut = refresh
  }

  /** Opens a session with a one-time token, as the native app does. Gives up a token whose use is unknown. */
  async appToken() {
    let token, session
    const issue = ['POST', '/api/users/app-token/']
    await this.attempt(
      'appToken',
      issue,
      201,
      (body) => (token = body.token),
      () => false,
    )
    if (!token) return
    const login = ['POST', '/login-with-token/', { json: { token } }]
    await this.attempt(
      'appLogin',
      login,
      200,
      (body) => (session = body),
      () => true,
    )
    if (!session?.refresh) return
    this.spent = token
    await this.signIn(() => session)
  }

  /** Uploads an image under a unique title. */
  async newImage(title = `${this.name}-first`) {
    let made
    const form = { title, image: await makeImage() }
    const path = `/api/photos/images/?search=${encodeURIComponent(title)}`
    const look = async () => {
      const found = await this.read(path)
      return found && (found.find((image) => image.title === title) ?? false)
    }
    await this.attempt(
      'upload',
      ['POST', '/api/photos/images/', { form }],
      201,
      (body) => (made = body),
      look,
    )
    return made
  }

  async upload() {
    const title = `${this.name}-${this.written}`
    const made = await this.newImage(title)
    if (made) this.images.push({ ...made, title })
  }

  /** Changes the title of the first image. */
  async retitle() {
    const [first] = this.images
    const title = `${this.name}-title-${this.written}`
    const look = async () => {
      const found = await this.read(`/api/photos/images/?search=${title}`)
      return found && found.some((image) => image.id === first.id && image.title === title)
    }
    const path = `/api/photos/images/${first.id}/`
    await this.attempt(
      'retitle',
      ['PATCH', path, { json: { title } }],
      200,
      () => (first.title = title),
      look,
    )
  }

  async gallery() {
    const name = `${this.name}-gallery-${this.written}`
    const look = async () => {
      const found = await this.read('/api/photos/galleries/')
      return found && found.some((gallery) => gallery.name === name)
    }
    await this.attempt(
      'gallery',
      ['POST', '/api/photos/galleries/', { json: { name } }],
      201,
      () => this.galleries.push(name),
      look,
    )
  }

  /** Checks that every acknowledged write exists exactly once and that all sessions still work. */
  async verify(images, galleries) {
    await this.refresh()
    const profile = await this.readAtLast('/api/users/profile/')
    if (profile.first_name !== (this.firstName ?? 'name-0'))
      this.violation(`${this.firstName} was lost`, profile)
    for (const { title, image } of this.images) {
      const found = images.filter((other) => other.title === title)
      if (found.length !== 1) this.violation(`image ${title} exists ${found.length} times`, found)
      await this.readAtLast(image)
    }
    for (const name of this.galleries) {
      const found = galleries.filter((gallery) => gallery.name === name)
      if (found.length !== 1) this.violation(`gallery ${name} exists ${found.length} times`, found)
    }
    for (const session of this.sessions) await this.refresh(session)
    await this.mustBeRefused('/api/token/refresh/', { refresh: this.signedOut ?? 'none' })
    await this.mustBeRefused('/login-with-token/', { token: this.spent ?? 'none' })
  }

  /** Expects a session or token that was ended to stay refused. */
  async mustBeRefused(path, json) {
    const answer = await this.send('POST', path, { json, token: undefined })
    if (answer.status !== 400 && answer.status !== 401) this.violation(`${path} was not refused`, answer)
  }
}
