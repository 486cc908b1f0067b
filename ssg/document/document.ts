import { attribute, text } from '../model/escape.ts'
import { scriptPolicy } from './headers.ts'
import type { PageStyle } from './page-style.ts'

/** What all documents of one build share. */
export interface Shell {
  lang: string
  /** The one inline script. */
  loader: string
  themeColor: string
  icon: string
  /** The font that every page needs at once. */
  font: string
}

interface Head {
  title: string
  description?: string | undefined
  /** The tags by which the page is found and shared. */
  discovery?: string
  noindex?: boolean
  /** The answer's status: paths of 404 have no rule of their own at a CDN, so that the document brings its policy. */
  status?: number
  /** The page's address can hold a token, so no request may carry a referrer. */
  secretAddress?: boolean
  style: PageStyle
}

/** A page that is complete before any script runs. No script is preloaded: `scripts` are fetched when the browser is idle. */
export function pageDocument(shell: Shell, head: Head, scripts: readonly string[], markup: string): string {
  const attributes = ` data-scripts="${attribute(scripts.join(' '))}"`
  return document(shell, head, '', `<div id="root">${markup}</div>`, attributes)
}

/** The empty document of the screens that only the app can show, which starts it at once. */
export function appDocument(
  shell: Shell,
  title: string,
  style: PageStyle,
  scripts: readonly string[],
): string {
  const preloads = scripts.map((script) => `<link rel="modulepreload" href="${attribute(script)}">`)
  const noScript = 'This screen needs JavaScript. <a href="/">Back to Home Page</a>'
  const failure = '<p id="failure" hidden>This page could not be loaded. <a href="">Try again</a></p>'
  const body = `<div id="root"></div>${failure}<noscript><p>${noScript}</p></noscript>`
  return document(
    shell,
    { title, noindex: true, secretAddress: true, style },
    preloads.join(''),
    body,
    ' data-at-once',
  )
}

function document(shell: Shell, head: Head, links: string, body: string, attributes = ''): string {
  const { title, description, discovery, noindex, status, secretAddress, style } = head
  const policy = `<meta http-equiv="Content-Security-Policy" content="${scriptPolicy(shell.loader)}">`
  return [
    `<!doctype html><html lang="${attribute(shell.lang)}"${attributes}><head><meta charset="utf-8">`,
    status === 404 ? policy : '',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${text(title)}</title>`,
    description === undefined ? '' : `<meta name="description" content="${attribute(description)}">`,
    noindex ? '<meta name="robots" content="noindex">' : '',
    secretAddress ? '<meta name="referrer" content="no-referrer">' : '',
    `<meta name="theme-color" content="${attribute(shell.themeColor)}">`,
    `<link rel="icon" href="${attribute(shell.icon)}" type="image/svg+xml">`,
    `<link rel="preload" href="${attribute(shell.font)}" as="font" type="font/woff2" crossorigin>`,
    discovery ?? '',
    links,
    ...style.inlined.map(disabledSheet),
    // The style comes first, so that the theme's class has its rules when the script sets it.
    `<style>${style.css}</style><script>${shell.loader}</script></head><body>`,
    body,
    '</body></html>\n',
  ].join('')
}

/** No browser fetches a disabled link; Vite's dynamic import finds it, and takes the sheet for loaded. */
const disabledSheet = (file: string) => `<link rel="stylesheet" href="/${attribute(file)}" disabled>`
