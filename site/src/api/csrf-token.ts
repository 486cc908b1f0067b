import { readCookie, writeCookie } from './cookies'

const cookie = 'csrftoken'

/** Values that a header may contain. The server ignores any other. */
const readable = /^[!-~]*$/

/**
 * Returns the csrftoken cookie, which is also sent as X-CSRFToken. If there is none, `make` creates one: the server
 * compares cookie and header, and a page on another host must send one too, although the API never sees its cookie.
 * Returns null without `make`, or if the browser refuses cookies.
 */
export function csrfToken(make: boolean): string | null {
  const present = readToken()
  if (present !== null || !make) return present
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  writeCookie(cookie, Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''), 365)
  return readToken()
}

function readToken(): string | null {
  const value = readCookie(cookie)
  return value !== null && readable.test(value) ? value : null
}
