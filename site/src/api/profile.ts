import { ApiError, isRecord } from './api-error'
import { request } from './client'
import type { Input, Operation } from './operations'
import { read } from './shape'
import type { Device, User } from './types'
import { asUser } from './users'

/** Saves the names and returns the changed user. */
export async function saveNames(names: { first_name: string; last_name: string }): Promise<User> {
  const user = asUser(await request('PATCH', '/api/users/profile/', { body: names }))
  if (user === null) throw new ApiError(200, 'Unreadable answer')
  return user
}

type PasswordChange = Input<Operation<'POST', '/api/users/password/'>>['body']

/** Signs out all other devices too. */
export function changePassword(change: PasswordChange): Promise<void> {
  return request('POST', '/api/users/password/', { body: change })
}

/** Has a link mailed to a new address, which changes when it is opened; returns the server's message. */
export async function askForNewEmail(change: { email: string; password: string }): Promise<string> {
  const answer: unknown = await request('POST', '/api/users/email/', { body: change })
  return isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : ''
}

/** Has the link mailed again that confirms the user's address; returns the server's message. */
export async function sendConfirmation(): Promise<string> {
  const answer: unknown = await request('POST', '/api/users/email/confirmation/')
  return isRecord(answer) && typeof answer.detail === 'string' ? answer.detail : ''
}

/** Everything that the server knows of the user: a JSON object to save as a file. */
export async function getMyData(): Promise<object> {
  const data: unknown = await request('GET', '/api/users/data/')
  if (!isRecord(data)) throw new ApiError(200, 'Unreadable answer')
  return data
}

/** Deletes the user's account, with which every session ends. */
export function deleteAccount(password: string): Promise<void> {
  return request('POST', '/api/users/delete/', { body: { password } })
}

/** Where the user is signed in, the one used last first. */
export async function listDevices(): Promise<Device[]> {
  return read<Device[]>(await request('GET', '/api/users/sessions/'), [
    {
      id: 'string',
      user_agent: 'string',
      ip: 'string',
      created_at: 'date',
      last_used_at: 'date',
      current: 'boolean',
    },
  ])
}

export function signOutDevice(id: string): Promise<void> {
  return request('DELETE', '/api/users/sessions/{id}/', { params: { id } })
}

/** Shows by the password that it is still the user; calls that need a fresh proof are answered from then on. */
export function proveByPassword(password: string): Promise<void> {
  return request('POST', '/api/users/proof/', { body: { password } })
}

/** Signs the user out on every device, this one among them. */
export function signOutEverywhere(): Promise<void> {
  return request('DELETE', '/api/users/sessions/')
}
