/** Returns the value of a cookie, or null. A value with invalid encoding is returned as is. */
function readCookie(name: string): string | null {
  if (typeof document === 'undefined') return null
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  const value = found.slice(name.length + 1)
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Stores a cookie for `days`, for the whole site, with SameSite=Lax. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const maxAge = days * 24 * 60 * 60
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${maxAge}; Path=/; SameSite=Lax${secure}`
}

export function deleteCookie(name: string): void {
  document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`
}

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
