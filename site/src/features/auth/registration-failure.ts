import { fieldErrors, isNetworkError, serverMessage } from '../../api/api-error'

export interface RegistrationFailure {
  /** What stands above the form; empty when the fields say it all. */
  message: string
  /** The fields that `message` is about. */
  marked: readonly string[]
  /** What stands under the other fields. */
  errors: Record<string, string[]>
}

const required = ['email', 'first_name', 'last_name', 'password', 'password2'] as const

/** What is wrong with a registration before it is sent: the first error in order, or null. */
export function registrationMistake(data: FormData): RegistrationFailure | null {
  const blank = required.filter((field) => isBlank(data.get(field)))
  if (blank.length > 0) {
    const errors = Object.fromEntries(blank.map((field) => [field, ['This field is required.']]))
    return { message: '', marked: [], errors }
  }
  if (data.get('password') !== data.get('password2')) {
    return { message: 'Passwords do not match.', marked: ['password', 'password2'], errors: {} }
  }
  if (data.has('terms')) return null
  const message = 'You must agree to the Terms and Conditions to register.'
  return { message, marked: ['terms'], errors: {} }
}

const isBlank = (value: FormDataEntryValue | null) => typeof value !== 'string' || value.trim() === ''

/** What to tell about a registration that failed with `error`. */
export function registrationFailure(error: unknown): RegistrationFailure {
  if (isNetworkError(error)) {
    return { message: 'Network error — please try again.', marked: [], errors: {} }
  }
  const { email = [], password = [], non_field_errors = [], ...others } = fieldErrors(error)
  const errors = { ...others, ...(email.length > 0 && { password }) }
  if (email.length > 0) return { message: `Email: ${email.join(' ')}`, marked: ['email'], errors }
  if (password.length > 0) return { message: `Password: ${password.join(' ')}`, marked: ['password'], errors }
  const message =
    non_field_errors.join(' ') || serverMessage(error) || 'Registration failed. Please check your input.'
  return { message, marked: [], errors }
}
