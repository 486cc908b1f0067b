/** Where to go after a sign-in: `wanted` when it is a path of this site, else the front page. */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  try {
    const url = new URL(wanted, window.location.origin)
    // Back to the sign-in screen would look as if the sign-in had failed.
    const leads = url.origin === window.location.origin && !/^\/(login|signin)\/?$/.test(url.pathname)
    return leads ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
