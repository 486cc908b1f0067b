import { exchange, request } from './client'
import type { Input, Operation } from './operations'
import type { Account, AdminUser, AuditPage, Overview, SystemState } from './types'

/*
 * The calls of the admin screens. Their answers are not compared with their types: only staff see them, and a screen that
 * cannot show one says so.
 */

export const getOverview = (): Promise<Overview> => request('GET', '/api/admin/overview/')
export const getSystem = (): Promise<SystemState> => request('GET', '/api/admin/system/')

type AuditQuery = NonNullable<Input<Operation<'GET', '/api/admin/audit/'>>['query']>

/** A page of the audit log, newest first. */
export const listEntries = (query: AuditQuery): Promise<AuditPage> =>
  request('GET', '/api/admin/audit/', { query })

type UserQuery = NonNullable<Input<Operation<'GET', '/api/admin/users/'>>['query']>

/** A page of the users; `total` counts all pages. */
export async function listUsers(query: UserQuery): Promise<{ users: Account[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/admin/users/', { query })
  return { users: data, total: Number(headers.get('X-Total-Count') ?? data.length) }
}

export const getUser = (id: string): Promise<AdminUser> =>
  request('GET', '/api/admin/users/{id}/', { params: { id } })

export const renameUser = (id: string, names: { first_name: string; last_name: string }): Promise<unknown> =>
  request('PATCH', '/api/admin/users/{id}/', { params: { id }, body: names })

export const writeNotes = (id: string, notes: string): Promise<void> =>
  request('PUT', '/api/admin/users/{id}/notes/', { params: { id }, body: { notes } })

export const changeUserEmail = (id: string, email: string): Promise<void> =>
  request('PUT', '/api/admin/users/{id}/email/', { params: { id }, body: { email } })

export const confirmUserEmail = (id: string): Promise<void> =>
  request('POST', '/api/admin/users/{id}/email/confirm/', { params: { id } })

export const setStaff = (id: string, is_staff: boolean): Promise<void> =>
  request('PUT', '/api/admin/users/{id}/staff/', { params: { id }, body: { is_staff } })

export const setActive = (id: string, is_active: boolean): Promise<void> =>
  request('PUT', '/api/admin/users/{id}/active/', { params: { id }, body: { is_active } })

export const sendReset = (id: string): Promise<void> =>
  request('POST', '/api/admin/users/{id}/reset/', { params: { id } })

export const endUserSessions = (id: string): Promise<void> =>
  request('DELETE', '/api/admin/users/{id}/sessions/', { params: { id } })

export const endUserSession = (id: string, session: string): Promise<void> =>
  request('DELETE', '/api/admin/users/{id}/sessions/{session}/', { params: { id, session } })

export const exportUser = (id: string): Promise<unknown> =>
  request('GET', '/api/admin/users/{id}/data/', { params: { id } })

export const deleteUser = (id: string): Promise<void> =>
  request('DELETE', '/api/admin/users/{id}/', { params: { id } })

export const retryMail = (id: number): Promise<void> =>
  request('POST', '/api/admin/mails/{id}/retry/', { params: { id: String(id) } })

export const discardMail = (id: number): Promise<void> =>
  request('DELETE', '/api/admin/mails/{id}/', { params: { id: String(id) } })

export const liftThrottle = (key: string): Promise<void> =>
  request('DELETE', '/api/admin/throttled/{key}/', { params: { key } })
