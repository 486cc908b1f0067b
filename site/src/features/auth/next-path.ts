/** Where to go after a sign-in: `wanted` when it is a path of this site, else the front page. */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  try {
    const { origin, pathname, search, hash } = new URL(wanted, window.location.origin)
    // A path of two slashes would be read as another host; the sign-in screen, as a sign-in that failed.
    const leads = origin === window.location.origin && !/^\/(\/|(login|signin)\/?$)/.test(pathname)
    return leads ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}
