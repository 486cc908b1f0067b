import { fieldErrors, isNetworkError } from '../../api/api-error'

/** How saving something went. */
export interface Outcome {
  done: boolean
  /** What stands above the form; empty when the fields say it all. */
  message: string
  /** What stands under the fields. */
  errors: Record<string, string[]>
}

export const done = (message: string): Outcome => ({ done: true, message, errors: {} })

/** What to tell about a call that failed with `error`; `otherwise` when nobody has said why. */
export function failed(error: unknown, otherwise: string): Outcome {
  if (isNetworkError(error)) {
    return { done: false, message: 'Network error — please try again.', errors: {} }
  }
  const { detail = [], ...errors } = fieldErrors(error)
  const message = detail.join(' ') || (Object.keys(errors).length === 0 ? otherwise : '')
  return { done: false, message, errors }
}
