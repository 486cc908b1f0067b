/** A failed request. Status 0 means that no response came. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly statusText: string
  readonly data: unknown

  constructor(status: number, statusText = '', data?: unknown) {
    super(status === 0 ? 'No response' : `${status} ${statusText}`.trim())
    this.status = status
    this.statusText = statusText
    this.data = data
  }

  /** True if the server was not reached. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

/** Reports whether `error` means that the server was not reached. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.isNetwork
}

// Rate limits and proxies answer with these in place of the API.
const unansweredStatuses = [0, 429, 502, 503, 504]

/** Reports whether the API gave no answer, so that the state of the session is unknown. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && unansweredStatuses.includes(error.status)
}

/** Reports whether `error` means that the resource does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Reports whether `error` means that the data on the screen is outdated: deleted, or changed by someone else. */
export function isOutdated(error: unknown): boolean {
  return isMissing(error) || (error instanceof ApiError && error.status === 409)
}

/**
 * Returns the server's message: the first under one of `fields`, in that order, or else `detail`. Empty if there is
 * none.
 */
export function serverMessage(error: unknown, ...fields: string[]): string {
  if (!(error instanceof ApiError)) return ''
  for (const field of [...fields, 'detail']) {
    const text = messagesOf(error.data, field).join(' ')
    if (text) return text
  }
  return ''
}

/** Returns the messages for each field of a refused request, from a body such as {"email": ["…"]}. */
export function fieldErrors(error: unknown): Record<string, string[]> {
  if (!(error instanceof ApiError) || !isRecord(error.data)) return {}
  const { data } = error
  return Object.fromEntries(Object.keys(data).map((field) => [field, messagesOf(data, field)]))
}

function messagesOf(data: unknown, field: string): string[] {
  if (!isRecord(data)) return []
  const value = data[field]
  return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
}

/** Reports whether `value` is a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
