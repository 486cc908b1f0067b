/** A request that did not succeed. Status 0 means that no answer came at all. */
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

  /** True when the server was not reached, so that its answer is not known. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

/** True when `error` means that the server was not reached. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.isNetwork
}

// A rate limit or a proxy answers so in place of the API.
const unansweredStatuses = [0, 429, 502, 503, 504]

/** True when `error` means that the API gave no answer, so that it is not known whether a session is still active. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && unansweredStatuses.includes(error.status)
}

/** True when `error` means that what was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** True when `error` means that what was shown is no longer so: it is gone, or somebody else has changed it. */
export function isOutdated(error: unknown): boolean {
  return isMissing(error) || (error instanceof ApiError && error.status === 409)
}

/**
 * The server's own message about `error`: the first message under one of `fields`, in that order, else under
 * `detail`. Empty when it gave none.
 */
export function serverMessage(error: unknown, ...fields: string[]): string {
  if (!(error instanceof ApiError)) return ''
  for (const field of [...fields, 'detail']) {
    const text = messagesOf(error.data, field).join(' ')
    if (text) return text
  }
  return ''
}

/** The messages under each field of a refused request, as {"email": ["…"]} gives them. */
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

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
