/** Normalises `path` for comparison: a trailing slash makes no difference. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '') || '/'

/** Some hosts answer /cv.html like /cv; the route table only knows the latter. */
export function dropHtmlSuffix(): void {
  const url = new URL(window.location.href)
  url.pathname = url.pathname.replace(/(\/index)?\.html$/, '')
  if (url.pathname !== window.location.pathname) history.replaceState(history.state, '', url)
}
