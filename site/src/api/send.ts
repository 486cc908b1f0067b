import { ApiError } from './api-error'
import { csrfToken } from './csrf-token'

const origin = import.meta.env.API_ORIGIN ?? ''

/**
 * One exchange with the API, logged as method, `name`, status and duration, and nothing else: the address itself,
 * headers and bodies may hold secrets. A write, and whatever else is not a stranger's read, carries the csrftoken. A
 * request that got no answer throws an ApiError of status 0. The browser's copy of an answer is used only when the API says
 * that it is still right.
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

/** The body of an answer: JSON as its value, other text as text, nothing as undefined. */
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
