import type { AdminUser, Account, Overview, SystemState } from '../api/types'
import { done, json, replay, type FakeServer, type Routes } from './fake-server'
import audit from './golden/admin-audit.json'
import overview from './golden/admin-overview.json'
import system from './golden/admin-system.json'
import user from './golden/admin-user.json'
import users from './golden/admin-users.json'
import notFound from './golden/not-found.json'

/** The admin calls of the fake server. */
export class FakeAdmin {
  users: Account[] = users.body
  /** The one user whose details it knows; undefined once deleted. */
  user: AdminUser | undefined = user.body
  overview = overview.body as Overview
  system = system.body as SystemState
  readonly routes: Routes

  constructor(server: FakeServer) {
    const change = (part: Partial<AdminUser>) => {
      if (this.user) this.user = { ...this.user, ...part }
      return done()
    }
    const dropMail = (id: string) => {
      const { mails } = this.system
      const pending = mails.pending.filter((mail) => String(mail.id) !== id)
      this.system = { ...this.system, mails: { ...mails, pending } }
      return done()
    }
    this.routes = server.withSession({
      'GET /api/admin/overview/': () => json(200, this.overview),
      'GET /api/admin/audit/': () => replay(audit),
      'GET /api/admin/system/': () => json(200, this.system),
      'DELETE /api/admin/mails/{id}/': (_, id) => dropMail(id),
      'POST /api/admin/mails/{id}/retry/': (_, id) => dropMail(id),
      'GET /api/admin/users/': ({ path }) => {
        const words = new URLSearchParams(path.split('?')[1]).get('q') ?? ''
        const found = this.users.filter(({ email }) => email.includes(words))
        return Response.json(found, { headers: { 'X-Total-Count': String(found.length) } })
      },
      'GET /api/admin/users/{id}/': () => (this.user ? json(200, this.user) : replay(notFound)),
      'PATCH /api/admin/users/{id}/': ({ body }) => change(body as Partial<AdminUser>),
      'PUT /api/admin/users/{id}/notes/': ({ body }) =>
        change({ staff_notes: (body as { notes: string }).notes }),
      'PUT /api/admin/users/{id}/staff/': ({ body }) => change(body as Partial<AdminUser>),
      'PUT /api/admin/users/{id}/active/': ({ body }) => change(body as Partial<AdminUser>),
      'DELETE /api/admin/users/{id}/': (_, id) => {
        this.user = undefined
        this.users = this.users.filter((account) => String(account.id) !== id)
        return done()
      },
    })
  }
}
