import { request } from './client'
import type { Answer, Input, Operation } from './operations'

const origin = import.meta.env.API_ORIGIN ?? ''

export type Settings = Answer<Operation<'GET', '/api/admin/settings/'>>
export type MailForm = Input<Operation<'PUT', '/api/admin/settings/mail/'>>['body']
export type MailTest = Answer<Operation<'POST', '/api/admin/settings/mail/test/'>>
type BackupsForm = Input<Operation<'PUT', '/api/admin/settings/backups/'>>['body']

export const getSettings = () => request('GET', '/api/admin/settings/')

export const setVisibility = (visibility: 'private' | 'public') =>
  request('PUT', '/api/admin/settings/visibility/', { body: { visibility } })

export const setRegistration = (registration: 'open' | 'closed') =>
  request('PUT', '/api/admin/settings/registration/', { body: { registration } })

export const setTimeZone = (time_zone: string) =>
  request('PUT', '/api/admin/settings/time-zone/', { body: { time_zone } })

export const setMail = (body: MailForm) => request('PUT', '/api/admin/settings/mail/', { body })

/** Sends a mail to the caller; `failure` says why it was not sent. */
export const tryMail = (body: MailForm) => request('POST', '/api/admin/settings/mail/test/', { body })

export const setBackups = (body: BackupsForm) => request('PUT', '/api/admin/settings/backups/', { body })

/** Has the browser save a backup. It sends the token in a form: a link would keep it in the history. */
export async function downloadBackup(): Promise<void> {
  const { token } = await request('POST', '/api/admin/backup/')
  const form = document.createElement('form')
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  form.action = `${origin}/api/admin/backup/download/`
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'token'
  field.value = token
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
