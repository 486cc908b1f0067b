import { renderPage, renderShell } from '../pages'
import type { BuildData } from '../pages/page-props'
import { sampleContent } from './sample-content'
import '../elements/public'

/** Opens the page at `path` as the build writes it, with its elements. */
export function openPage(path: string, data: Partial<BuildData> = {}): void {
  history.replaceState(null, '', path)
  document.body.innerHTML = renderPage(path, sampleContent, { banner: null, cv: null, ...data })
}

/** Opens the app's document; returns the root of the app. */
export function openShell(): HTMLElement {
  document.head.innerHTML = `<meta name="application-name" content="${sampleContent.site.name}">`
  document.body.innerHTML = renderShell(sampleContent)
  const root = document.getElementById('root')
  if (!root) throw new Error('The shell has no root.')
  return root
}
