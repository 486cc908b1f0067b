declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    globalPrivacyControl?: boolean
  }
}

let isCounted = false

/** Has the server count once that this page is seen, unless its user objects or is a program. Without cookies. */
export function countVisit(): void {
  const user = navigator
  if (isCounted || user.doNotTrack === '1' || user.globalPrivacyControl || user.webdriver) return
  // In a tab behind others, or made in case it is wanted.
  if (document.hidden) {
    addEventListener('visibilitychange', countVisit, { once: true })
    return
  }
  isCounted = true
  fetch(`${import.meta.env.API_ORIGIN ?? ''}/api/visits/`, {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ path: location.pathname, referrer: document.referrer }),
  }).catch(() => 0)
}
