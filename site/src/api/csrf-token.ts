import { readCookie, writeCookie } from './cookies'

const cookie = 'csrftoken'

/** What a header may hold. The server ignores any other value of the cookie. */
const readable = /^[!-~]*$/

/**
 * The value of the cookie csrftoken, which is sent as X-CSRFToken too. Where there is none yet, `make` makes one: the
 * server compares cookie and header, and a page of another host, whose cookie the API never sees, must send one too.
 * Null without one, and where the browser keeps no cookies.
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
