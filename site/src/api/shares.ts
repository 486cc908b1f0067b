import { isRegistrationOpen } from './accounts'
import { exchange, request } from './client'
import type { Input, Operation } from './operations'
import { getSettings } from './settings'
import { totalOf } from './trash'
import type { Share } from './types'

export type NewShare = Input<Operation<'POST', '/api/shares/'>>['body']
export type ShareFilter = NonNullable<Input<Operation<'GET', '/api/shares/'>>['query']>

/** A page of the shares; `total` counts all pages. */
export async function listShares(query: ShareFilter): Promise<{ shares: Share[]; total: number }> {
  const { data, headers } = await exchange('GET', '/api/shares/', { query })
  return { shares: data, total: totalOf(headers) }
}

/** The numbers of active and of ended shares. */
export const countShares = () => request('GET', '/api/shares/counts/')

/** Shares something. The link in the answer cannot be read again. */
export const createShare = (body: NewShare) => request('POST', '/api/shares/', { body })

/** Changes the last day of a share; null for no end. */
export const extendShare = (id: number, until: string | null) =>
  request('PATCH', '/api/shares/{id}/', { params: { id }, body: { until } })

export const revokeShare = (id: number) => request('POST', '/api/shares/{id}/revoke/', { params: { id } })

/** Mails an invitation to the address of a share. */
export const inviteToShare = (id: number) =>
  request('POST', '/api/shares/{id}/invitation/', { params: { id } })

/** The active shares for the signed-in user. */
export const listReceivedShares = () => request('GET', '/api/shares/received/')

/** The address of a share's page on the host that gets the cookie of `openShare`. */
export const shareAddress = (ref: string | number) => `${import.meta.env.API_ORIGIN ?? ''}/s/${ref}`

/** Lets the browser open a share, named by its token or ID, as the signed-in user. */
export const openShare = (ref: string) =>
  request('POST', '/api/shares/open/', { body: { ref }, session: 'checked' })

/** Whether visitors can have accounts, and whether the site sends mail. */
export async function shareOptions() {
  const [open, { mail }] = await Promise.all([isRegistrationOpen(), getSettings()])
  return { accounts: open, mail: mail.server !== '' && mail.fault === '' }
}
