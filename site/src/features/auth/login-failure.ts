import { fieldErrors, isNetworkError, serverMessage } from '../../api/api-error'

export interface LoginFailure {
  message: string
  /** Which fields the message is about. */
  email: boolean
  password: boolean
  errors: Record<string, string[]>
}

/** What to tell about a sign-in that failed with `error`. */
export function loginFailure(error: unknown): LoginFailure {
  if (isNetworkError(error)) {
    return { message: 'Network error — please try again.', email: false, password: false, errors: {} }
  }
  const message = serverMessage(error) || 'Sign-in failed. Please check credentials.'
  const both = /credential/i.test(message)
  return {
    message,
    email: both || /e-?mail|user/i.test(message),
    password: both || /password/i.test(message),
    errors: fieldErrors(error),
  }
}
