import { request } from './client'
import type { Input, Operation } from './operations'

export const saveNames = (names: { first_name: string; last_name: string }) =>
  request('PATCH', '/api/users/profile/', { body: names })

type PasswordChange = Input<Operation<'POST', '/api/users/password/'>>['body']

/** Changes the password and signs out all other devices. */
export const changePassword = (change: PasswordChange) =>
  request('POST', '/api/users/password/', { body: change })

/** Mails a link to a new address. Opening it completes the change. */
export const askForNewEmail = (change: { email: string; password: string }) =>
  request('POST', '/api/users/email/', { body: change })

/** Mails the confirmation link again. */
export const sendConfirmation = () => request('POST', '/api/users/email/confirmation/')

/** Everything that the server stores about the user. */
export const getMyData = () => request('GET', '/api/users/data/')

/** Deletes the user's account and ends all sessions. */
export const deleteAccount = (password: string) =>
  request('POST', '/api/users/delete/', { body: { password } })

/** The user's sessions, the most recently used first. */
export const listDevices = () => request('GET', '/api/users/sessions/')

export const signOutDevice = (id: string) =>
  request('DELETE', '/api/users/sessions/{id}/', { params: { id } })

/** Signs the user out everywhere, including here. */
export const signOutEverywhere = () => request('DELETE', '/api/users/sessions/')

/** Re-authenticates the user with the password. */
export const reauthenticateByPassword = (password: string) =>
  request('POST', '/api/users/reauthentication/', { body: { password } })
