/** Returns the value of a cookie, or null. A value with invalid encoding is returned as is. */
export function readCookie(name: string): string | null {
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
