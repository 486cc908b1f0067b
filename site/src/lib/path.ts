/** `path` as it is compared: with a slash at its end it names the same screen as without. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '') || '/'

/** Some hosts answer /cv.html as they answer /cv: the address bar then says the latter, which the route table knows. */
export function dropHtmlSuffix(): void {
  const url = new URL(window.location.href)
  url.pathname = url.pathname.replace(/(\/index)?\.html$/, '')
  if (url.pathname !== window.location.pathname) history.replaceState(history.state, '', url)
}
