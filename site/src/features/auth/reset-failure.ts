import { ApiError, isRecord } from '../../api/api-error'

/** What to tell about a reset that failed with `error`. */
export function resetFailure(error: unknown): string {
  const data = error instanceof ApiError ? error.data : undefined
  const detail = isRecord(data) ? textOf(data.detail) : ''
  const first = typeof data === 'object' && data !== null ? textOf(Object.values(data)[0]) : ''
  return detail || first || 'The reset link is invalid or has expired. Please try again.'
}

/** A text, or the texts of a list. */
function textOf(value: unknown): string {
  const texts: unknown[] = Array.isArray(value) ? value : [value]
  return texts.filter((text) => typeof text === 'string').join(' ')
}
