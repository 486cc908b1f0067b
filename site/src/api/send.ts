import { ApiError } from './api-error'
import { csrfToken } from './cookies'

const origin = import.meta.env.API_ORIGIN ?? ''

/**
 * Sends one request and logs only method, `name`, status and duration, since addresses, headers and bodies may contain
 * secrets. Everything except anonymous reads carries the csrftoken. Without a response it throws an ApiError with status
 * 0. The browser's cache is used only after revalidation.
 */
export async function send(
  address: string,
  init: RequestInit & { method: string },
  name: string = address,
): Promise<Response> {
  const headers = new Headers(init.headers)
  const csrf = csrfToken(init.method !== 'GET' || headers.has('Authorization'))
  if (csrf !== null) headers.set('X-CSRFToken', csrf)
  const started = performance.now()
  const log = (outcome: number | string) => {
    const elapsed = Math.round(performance.now() - started)
    console.info(`${init.method} ${name} ${outcome} ${elapsed} ms`)
  }
  try {
    const response = await fetch(origin + address, {
      credentials: 'include',
      cache: 'no-cache',
      ...init,
      headers,
    })
    log(response.status)
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    log('no response')
    throw new ApiError(0)
  }
}

/** Returns the body of a response: parsed JSON, other text, or undefined if empty. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new ApiError(0)
  })
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
