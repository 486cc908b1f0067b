import { exchange, request } from './client'
import type { Input, Operation } from './operations'
import { totalOf } from './trash'
import type { Account } from './types'

export const getOverview = () => request('GET', '/api/admin/overview/')
export const getSystem = () => request('GET', '/api/admin/system/')

type AuditQuery = NonNullable<Input<Operation<'GET', '/api/admin/audit/'>>['query']>

/** A page of the audit log, newest first. */
export const listEntries = (query: AuditQuery) => request('GET', '/api/admin/audit/', { query })

type UserQuery = NonNullable<Input<Operation<'GET', '/api/admin/users/'>>['query']>

/** A page of the users; `total` counts all pages. */
export async function listUsers(query: UserQuery): Promise<{ users: Account[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/admin/users/', { query })
  return { users: data, total: totalOf(headers) }
}

export const getUser = (id: string) => request('GET', '/api/admin/users/{id}/', { params: { id } })

export const renameUser = (id: string, names: { first_name: string; last_name: string }) =>
  request('PATCH', '/api/admin/users/{id}/', { params: { id }, body: names })

export const writeNotes = (id: string, notes: string) =>
  request('PUT', '/api/admin/users/{id}/notes/', { params: { id }, body: { notes } })

export const changeUserEmail = (id: string, email: string) =>
  request('PUT', '/api/admin/users/{id}/email/', { params: { id }, body: { email } })

export const confirmUserEmail = (id: string) =>
  request('POST', '/api/admin/users/{id}/email/confirm/', { params: { id } })

export const setStaff = (id: string, is_staff: boolean) =>
  request('PUT', '/api/admin/users/{id}/staff/', { params: { id }, body: { is_staff } })

export const setActive = (id: string, is_active: boolean) =>
  request('PUT', '/api/admin/users/{id}/active/', { params: { id }, body: { is_active } })

export const sendReset = (id: string) => request('POST', '/api/admin/users/{id}/reset/', { params: { id } })

export const endUserSessions = (id: string) =>
  request('DELETE', '/api/admin/users/{id}/sessions/', { params: { id } })

export const endUserSession = (id: string, session: string) =>
  request('DELETE', '/api/admin/users/{id}/sessions/{session}/', { params: { id, session } })

export const exportUser = (id: string) => request('GET', '/api/admin/users/{id}/data/', { params: { id } })

export const deleteUser = (id: string) => request('DELETE', '/api/admin/users/{id}/', { params: { id } })

export const retryMail = (id: number) => request('POST', '/api/admin/mails/{id}/retry/', { params: { id } })

export const discardMail = (id: number) => request('DELETE', '/api/admin/mails/{id}/', { params: { id } })

export const liftThrottle = (key: string) =>
  request('DELETE', '/api/admin/throttled/{key}/', { params: { key } })
