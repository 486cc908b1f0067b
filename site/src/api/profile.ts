import { request } from './client'
import type { Input, Operation } from './operations'

export const saveNames = (names: { first_name: string; last_name: string }) =>
  request('PATCH', '/api/users/profile/', { body: names })

type PasswordChange = Input<Operation<'POST', '/api/users/password/'>>['body']

/** Signs out all other devices too. */
export const changePassword = (change: PasswordChange) =>
  request('POST', '/api/users/password/', { body: change })

/** Mails a link to a new address, which replaces the old one when it is opened. */
export const askForNewEmail = (change: { email: string; password: string }) =>
  request('POST', '/api/users/email/', { body: change })

/** Mails the link that confirms the user's address again. */
export const sendConfirmation = () => request('POST', '/api/users/email/confirmation/')

/** Everything the server stores about the user, to save as a file. */
export const getMyData = () => request('GET', '/api/users/data/')

/** Deletes the user's account and ends every session. */
export const deleteAccount = (password: string) =>
  request('POST', '/api/users/delete/', { body: { password } })

/** The user's sessions, the one used last first. */
export const listDevices = () => request('GET', '/api/users/sessions/')

export const signOutDevice = (id: string) =>
  request('DELETE', '/api/users/sessions/{id}/', { params: { id } })

/** Signs the user out on every device, this one included. */
export const signOutEverywhere = () => request('DELETE', '/api/users/sessions/')

/** Re-authenticates the user by password, for calls that need it. */
export const proveByPassword = (password: string) =>
  request('POST', '/api/users/proof/', { body: { password } })
