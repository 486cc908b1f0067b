import { attribute, text } from '../model/escape.ts'
import type { ImageFiles } from '../model/images.ts'
import { tables, type Language } from '../model/language.ts'
import { policyHash } from '../lib/hash.ts'

export interface Script {
  src: string
  /** Its static imports, which the browser fetches at the same time. */
  imports: readonly string[]
}

export interface Shell {
  headScript: string
  /** Shows a suggestion of another language; undefined on a site with one. */
  suggestionScript?: string | undefined
  themeColor: string
  icon: string
  /** The font that every page needs at once. */
  font: string
}

interface PageDocument {
  language: Language
  title: string
  description: string | undefined
  /** A CDN has no header rule for unknown paths, so the 404 document contains its policy. */
  status: number
  /** Tags for search engines and link previews. */
  tags: string
  css: string
  /** The addresses of style sheets that only some pages need. */
  sheets: readonly string[]
  script: Script
  body: string
}

/** A page that is complete before any script runs. */
export function pageDocument(shell: Shell, page: PageDocument): string {
  const { language, title, description, status, tags, css, sheets, script, body } = page
  const summary =
    description === undefined ? '' : `<meta name="description" content="${attribute(description)}">`
  const first = status === 404 ? policyTag(shell.headScript, css) : ''
  const links = sheetTags(sheets) + scriptTags(script)
  return document(shell, {
    language,
    title,
    first,
    meta: summary + tags,
    css,
    links,
    body: suggesting(body, shell.suggestionScript) + scriptTexts(language),
  })
}

function policyTag(headScript: string, css: string): string {
  const rules = `${scriptPolicy(headScript)}; style-src 'self' ${policyHash(css)}`
  return `<meta http-equiv="Content-Security-Policy" content="${rules}">`
}

/** The document of all screens that only the app can show. */
interface AppDocument {
  /** That of the header; the screens are English. */
  language: Language
  /** The site's name, which is the title until the app sets one, and part of the titles that it sets. */
  name: string
  /** The letter in the site's logo. */
  logo: string
  css: string
  sheets: readonly string[]
  script: Script
  body: string
  /** The images of the content, for the preview in the editor. */
  images: ContentImages
  /** The site's published address, for the preview of the CV's files. */
  siteUrl: string | undefined
}

/** The images in the content folder, as the app reads them from its document. */
export interface ContentImages {
  files: Record<string, ImageFiles>
  unused: string[]
}

export function appDocument(shell: Shell, app: AppDocument): string {
  const { language, name, logo, css, sheets, script, body, images, siteUrl } = app
  const meta = [
    `<meta name="application-name" content="${attribute(name)}">`,
    `<meta name="logo-letter" content="${attribute(logo)}">`,
    ...(siteUrl === undefined ? [] : [`<meta name="site-url" content="${attribute(siteUrl)}">`]),
    '<meta name="robots" content="noindex">',
    // The address can hold a token.
    '<meta name="referrer" content="no-referrer">',
  ].join('')
  const noScript = 'This screen needs JavaScript. <a href="/">Back to Home Page</a>'
  const failure = `<script>${failureScript}</script>`
  const message = '<p id="failure" hidden>This page could not be loaded. <a href="">Try again</a></p>'
  const data = jsonScript('content-images', images) + scriptTexts(language)
  return document(shell, {
    language: english,
    title: name || 'Website',
    first: '',
    meta,
    css,
    links: failure + sheetTags(sheets) + scriptTags(script),
    body: `${body}${message}<noscript><p>${noScript}</p></noscript>${data}`,
  })
}

/** Adds the script after the last suggestion, so that it runs before the first paint. */
function suggesting(body: string, script: string | undefined): string {
  const end = body.lastIndexOf('</aside><main')
  if (script === undefined || end < 0) return body
  const at = end + '</aside>'.length
  return `${body.slice(0, at)}<script>${script}</script>${body.slice(at)}`
}

const english = { code: 'en', direction: 'ltr' } as const

/** The texts of the scripts on a page that is not English. */
const scriptTexts = ({ texts: { scripts } }: Language) =>
  scripts === tables.en.scripts ? '' : jsonScript('texts', scripts)

const jsonScript = (id: string, value: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/** Shows the message of the app's document if its script cannot be loaded. The error of an element does not bubble. */
const failureScript =
  "addEventListener('error',({target:t})=>{if(t instanceof HTMLScriptElement)document.querySelector('#failure')?.removeAttribute('hidden')},true)"

/** The policy that admits the site's scripts and the inline ones. */
export const scriptPolicy = (...inline: readonly string[]) =>
  ['script-src', "'self'", ...[...inline, failureScript].map(policyHash)].join(' ')

interface Parts {
  language: Pick<Language, 'code' | 'direction'>
  title: string
  /** Tags that must precede the others. */
  first: string
  meta: string
  css: string
  links: string
  body: string
}

function document(shell: Shell, { language, title, first, meta, css, links, body }: Parts): string {
  const direction = language.direction === 'rtl' ? ' dir="rtl"' : ''
  return [
    `<!doctype html><html lang="${attribute(language.code)}"${direction}><head><meta charset="utf-8">`,
    first,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${text(title)}</title>`,
    meta,
    `<meta name="theme-color" content="${attribute(shell.themeColor)}">`,
    `<link rel="icon" href="${attribute(shell.icon)}" type="image/svg+xml">`,
    `<link rel="preload" href="${attribute(shell.font)}" as="font" type="font/woff2" crossorigin>`,
    // The style comes first, so that the theme's class has its rules when the script sets it.
    `<style>${css}</style><script>${shell.headScript}</script>`,
    links,
    '</head><body>',
    body,
    '</body></html>\n',
  ].join('')
}

const sheetTags = (sheets: readonly string[]) =>
  sheets.map((href) => `<link rel="stylesheet" href="${attribute(href)}">`).join('')

function scriptTags({ src, imports }: Script): string {
  const preloads = imports.map((href) => `<link rel="modulepreload" href="${attribute(href)}">`)
  return `<script type="module" src="${attribute(src)}"></script>${preloads.join('')}`
}
