import { vi } from 'vitest'
import type { Figures, Publishing, User } from '../api/types'
import { FakeAccounts } from './fake-accounts'
import { FakeDocuments } from './fake-documents'
import { FakePhotos } from './fake-photos'
import { FakeSessions } from './fake-sessions'
import { golden, replay } from './golden'

export interface FakeRequest {
  method: string
  /** With the query. */
  path: string
  headers: Headers
  body: unknown
}

type Answer = Response | Promise<Response>
type Handler = (request: FakeRequest) => Answer

export const json = (status: number, data: unknown) => Response.json(data, { status })

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
 * Stands at the network's edge and behaves like the API: it signs in, hands out and checks tokens, keeps
 * accounts, documents, galleries and pictures. A path that the API does not have fails the test.
 */
export class FakeServer {
  readonly requests: FakeRequest[] = []
  readonly sessions = new FakeSessions()
  readonly accounts = new FakeAccounts(this)
  readonly documents = new FakeDocuments(this)
  readonly photos = new FakePhotos(this)
  user: User = staffUser
  password = 'correct horse'
  figures: Figures = golden.dashboard.body
  publishing: Publishing = golden.publishingOff.body as Publishing
  private readonly once = new Map<string, Handler[]>()

  constructor() {
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => this.receive(path, init))
  }

  /** Answers the next request to `route`, say 'GET /api/users/profile/', in another way than usual. */
  next(route: string, handler: Handler): void {
    this.once.set(route, [...(this.once.get(route) ?? []), handler])
  }

  /** Loses the next request to `route`, as a broken connection does. */
  lose(route: string): void {
    this.next(route, () => Promise.reject(new TypeError('Failed to fetch')))
  }

  /** Keeps the next request to `route` waiting until the returned function is called. */
  hold(route: string): () => void {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    this.next(route, async (request) => {
      await gate
      return this.handle(route, request)
    })
    return () => open()
  }

  /** The requests to `route` so far. */
  to(route: string): FakeRequest[] {
    return this.requests.filter((request) => routeOf(request) === route)
  }

  private async receive(path: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const request = { method: init.method ?? 'GET', path, headers: new Headers(init.headers), body }
    this.requests.push(request)
    // An answer never comes in the same turn.
    await Promise.resolve()
    const route = routeOf(request)
    const special = this.once.get(route)?.shift()
    return special ? special(request) : this.handle(route, request)
  }

  private handle(route: string, request: FakeRequest): Answer {
    switch (route) {
      case 'POST /api/users/login/':
        return this.login(request.body as { email: string; password: string })
      case 'POST /api/token/refresh/':
      case 'POST /backend/api/token/refresh/':
        return this.refresh(request.body as { refresh: string })
      case 'POST /api/users/logout/':
        this.sessions.revoke((request.body as { refresh: string }).refresh)
        return new Response(null, { status: 204 })
      case 'GET /api/users/profile/':
        return this.signedIn(request) ?? json(200, this.user)
      case 'GET /api/dashboard/':
        return this.signedIn(request) ?? json(200, this.figures)
      case 'GET /api/publishing/':
        return this.signedIn(request) ?? json(200, this.publishing)
    }
    const answer =
      this.accounts.answer(route, request) ??
      this.photos.answer(route, request) ??
      this.documents.answer(route, request)
    if (answer === undefined) throw new Error(`The API has no ${route}`)
    return answer
  }

  /** What is answered to a request that is not signed in; undefined when it is. */
  signedIn({ headers }: FakeRequest): Response | undefined {
    const access = headers.get('Authorization')?.replace(/^Bearer /, '')
    if (this.sessions.accepts(access)) return undefined
    return replay(access === undefined ? golden.profileAnonymous : golden.profileDeadToken)
  }

  private login({ email, password }: { email: string; password: string }): Response {
    if (email !== this.user.email || password !== this.password) {
      return replay(golden.loginWrong)
    }
    return json(200, { ...this.sessions.begin(String(this.user.id)), user: this.user })
  }

  private refresh({ refresh }: { refresh: string }): Response {
    const tokens = this.sessions.renew(refresh, String(this.user.id))
    return tokens ? json(200, tokens) : replay(golden.refreshDead)
  }
}

function routeOf({ method, path }: FakeRequest): string {
  return `${method} ${path.split('?')[0] ?? ''}`
}
