import { vi } from 'vitest'
import type { Method, Path } from '../api/operations'
import type { Figures, Publishing, User } from '../api/types'
import { FakeAccounts } from './fake-accounts'
import { FakeContent } from './fake-content'
import { FakeDocuments } from './fake-documents'
import { FakePhotos } from './fake-photos'
import { FakeSessions } from './fake-sessions'
import { FakeTrash } from './fake-trash'
import adminOverview from './golden/admin-overview.json'
import dashboard from './golden/dashboard.json'
import loginWrong from './golden/login-wrong.json'
import profileAnonymous from './golden/profile-anonymous.json'
import profileDeadToken from './golden/profile-dead-token.json'
import publishingOff from './golden/publishing-off.json'
import refreshDead from './golden/refresh-dead.json'

export interface FakeRequest {
  method: string
  /** With the query. */
  path: string
  headers: Headers
  body: unknown
}

type Answer = Response | Promise<Response>
type Handler = (request: FakeRequest, ...segments: string[]) => Answer

/** Answers by call, such as `PATCH /api/photos/images/{id}/`; the values of the path's segments follow the request. */
export type Routes = {
  [M in Method as `${M} ${Path<M>}`]?: Handler
}

export const json = (status: number, data: unknown) => Response.json(data, { status })

/** The recorded answers of the real server in `golden/`. */
export const replay = ({ status, body }: { status: number; body: unknown }) => json(status, body)

export const done = () => new Response(null, { status: 204 })

export const staffUser: User = {
  id: 7,
  email: 'edda@example.test',
  first_name: 'Edda',
  last_name: 'Quillane',
  is_staff: true,
  date_joined: '2026-01-02T03:04:05.678Z',
  backend_admin_url: '/backend/admin/',
}

/**
 * Replaces `fetch` and behaves like the API: it signs in, issues and checks tokens, stores accounts, documents,
 * galleries and pictures. A path that the API does not have fails the test.
 */
export class FakeServer {
  readonly requests: FakeRequest[] = []
  readonly sessions = new FakeSessions()
  readonly accounts = new FakeAccounts(this)
  readonly documents = new FakeDocuments(this)
  readonly photos = new FakePhotos(this)
  readonly trash = new FakeTrash(this)
  readonly content = new FakeContent(this)
  user: User = staffUser
  password = 'correct horse'
  figures: Figures = dashboard.body
  publishing: Publishing = publishingOff.body as Publishing
  private readonly once = new Map<string, Handler[]>()
  private readonly routes: Routes = {
    'POST /api/users/login/': (request) => this.login(request),
    'POST /api/token/refresh/': (request) => this.refresh(request),
    'POST /backend/api/token/refresh/': (request) => this.refresh(request),
    'POST /api/users/logout/': ({ body }) => {
      this.sessions.revoke((body as { refresh: string }).refresh)
      return done()
    },
    ...this.withSession({
      'GET /api/users/profile/': () => json(200, this.user),
      'GET /api/dashboard/': () => json(200, this.figures),
      'GET /api/admin/overview/': () => json(200, adminOverview.body),
      'GET /api/publishing/': () => json(200, this.publishing),
    }),
    ...this.accounts.routes,
    ...this.documents.routes,
    ...this.photos.routes,
    ...this.trash.routes,
    ...this.content.routes,
  }

  constructor() {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => this.receive(path, init))
  }

  /** Answers the next request to `route`, such as 'GET /api/users/profile/', with `handler`. */
  next(route: string, handler: Handler): void {
    this.once.set(route, [...(this.once.get(route) ?? []), handler])
  }

  /** The next request to `route` fails as with a broken connection. */
  failNetwork(route: string): void {
    this.next(route, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** The next request to `route` is answered when the returned function is called. */
  delay(route: string): () => void {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    this.next(route, async (request) => {
      await gate
      return this.handle(route, request)
    })
    return () => open()
  }

  /** The requests to `route` so far. */
  requestsTo(route: string): FakeRequest[] {
    return this.requests.filter((request) => routeOf(request) === route)
  }

  private async receive(path: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const request = { method: init.method ?? 'GET', path, headers: new Headers(init.headers), body }
    this.requests.push(request)
    // As with a network, no answer comes in the same microtask.
    await Promise.resolve()
    const route = routeOf(request)
    const special = this.once.get(route)?.shift()
    return special ? special(request) : this.handle(route, request)
  }

  private handle(route: string, request: FakeRequest): Answer {
    for (const [call, answer] of Object.entries(this.routes)) {
      const segments = new RegExp(`^${call.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(route)
      if (segments) return answer(request, ...segments.slice(1))
    }
    throw new Error(`The API has no ${route}`)
  }

  /** `routes`, which answer only those who are signed in. */
  withSession(routes: Routes): Routes {
    const guard =
      (handler: Handler): Handler =>
      (request, ...segments) =>
        this.unauthorizedAnswer(request) ?? handler(request, ...segments)
    return Object.fromEntries(Object.entries(routes).map(([call, handler]) => [call, guard(handler)]))
  }

  /** The answer to an anonymous request; undefined for a signed-in one. */
  unauthorizedAnswer({ headers }: FakeRequest): Response | undefined {
    const access = headers.get('Authorization')?.replace(/^Bearer /, '')
    if (this.sessions.accepts(access)) return undefined
    return replay(access === undefined ? profileAnonymous : profileDeadToken)
  }

  private login({ body }: FakeRequest): Response {
    const { email, password } = body as { email: string; password: string }
    if (email !== this.user.email || password !== this.password) {
      return replay(loginWrong)
    }
    return (
      this.accounts.firstStep() ??
      json(200, { ...this.sessions.begin(String(this.user.id)), user: this.user })
    )
  }

  private refresh({ body }: FakeRequest): Response {
    const tokens = this.sessions.renew((body as { refresh: string }).refresh, String(this.user.id))
    return tokens ? json(200, tokens) : replay(refreshDead)
  }
}

function routeOf({ method, path }: FakeRequest): string {
  return `${method} ${path.split('?')[0] ?? ''}`
}
