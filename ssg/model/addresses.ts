import type { Entry, FileProblem } from './entry.ts'
import { kindOf, slugOf, splitLanguage } from './kinds.ts'
import { languageOf, pathIn } from './language.ts'
import type { Placed } from './order.ts'

/** The paths of the API, its sign-in for apps, the current CV's file, the images and the pages of shares. */
export const proxied = [
  '/api/*',
  '/backend/api/*',
  '/backend/forgotpasswordreset/*',
  '/backend/password-reset-confirm/*',
  '/login-with-token/*',
  '/cv-download',
  '/media/*',
  '/s/*',
]

/** The paths of the files that a build writes besides the pages. Names in folders differ between builds. */
export const builtFiles = [
  '/apple-touch-icon.png',
  '/favicon.ico',
  '/robots.txt',
  '/sitemap.xml',
  '/notes/feed.xml',
  '/site.webmanifest',
  '/cv.pdf',
  '/cv.txt',
  '/resume.json',
  '/card.vcf',
  '/sw.js',
  '/service-worker.js',
  '/.well-known/*',
  '/assets/*',
]

/** The first segments of addresses that own pages cannot have: those of other pages, of screens and of the server. */
export const reserved: ReadonlySet<string> = new Set([
  ...[...proxied, ...builtFiles].map((path) => path.split('/')[1] ?? ''),
  ...['404', 'app', 'index', 'healthz', 'setup', 'sw', 'service-worker', 'messages', 'shared'],
  ...['about', 'cv', 'gallery', 'notes', 'on-the-web', 'projects', 'terms'],
  ...[
    'login',
    'signin',
    'register',
    'forgot-password',
    'reset-password',
    'confirm-email',
    'app-login',
    'login-failed',
  ],
  ...[
    'welcome',
    'profile',
    'dashboard',
    'content',
    'documents',
    'photos',
    'galleries',
    'trash',
    'admin',
    'settings',
  ],
])

/** The first segments below which other pages, screens and the server have addresses. */
const folders: ReadonlySet<string> = new Set([
  ...[...proxied, ...builtFiles]
    .filter((path) => path.endsWith('/*'))
    .map((path) => path.split('/')[1] ?? ''),
  ...['admin', 'galleries', 'gallery', 'messages', 'reset-password', 'shared'],
])

/** The address of an entry's own page. */
export const pagePath = (folder: 'projects' | 'notes' | 'pages', slug: string): string =>
  folder === 'pages' ? `/${slug}` : `/${folder}/${slug}`

/** The address of the page that shows the file at `path` of the content folder; undefined if no page does. */
export function pageOf(path: string): string | undefined {
  const { language, path: original } = splitLanguage(path)
  const page = originalPageOf(original)
  return page === undefined ? undefined : inLanguage(language, page)
}

const inLanguage = (code: string | undefined, page: string) =>
  code === undefined ? page : pathIn(languageOf(code, true), page)

function originalPageOf(path: string): string | undefined {
  const kind = kindOf(path)
  if (kind === 'projects' || kind === 'notes' || kind === 'pages') return pagePath(kind, slugOf(path))
  if (path === 'site.md' || path.startsWith('home/')) return '/'
  const page = kind && /^[a-z-]+/.exec(kind)?.[0]
  return page && `/${page}`
}

/** The address of the page with the contact form, in the main language. */
export const contactPage = '/contact'

/** The addresses of the contact page in all languages; none unless `site.md` asks for it. */
export function contactPages(entries: readonly Entry[]): string[] {
  const isAsked = entries.some(({ path, fields }) => path === 'site.md' && fields?.['contact_form'] === true)
  const sites = isAsked ? entries.filter(({ kind }) => kind === 'site.md') : []
  return sites.map(({ path }) => inLanguage(splitLanguage(path).language, contactPage))
}

export interface Redirect {
  from: string
  to: string
  /** Whether something else may be there later. */
  isTemporary?: boolean
}

/** The former addresses of the entries' pages. An entry that got a former one again still lists it. */
export const redirectsOf = (entries: readonly Placed[], hasFeed: boolean): Redirect[] =>
  entries.flatMap(({ path, fields }) => {
    const aliases = (fields['aliases'] ?? []) as string[]
    const page = pageOf(path) ?? '/'
    const feed = hasFeed && path.endsWith('notes/page.md') ? page + feedFile : page
    return aliases.flatMap((from) => {
      const to = formerFeed.test(from) ? feed : page
      return from === to ? [] : [{ from, to }]
    })
  })

/** The address of the feed, below that of the list of notes. */
export const feedFile = '/feed.xml'

/** Names that other products give to feeds. */
const formerFeed = /\/(feed|rss|atom|index)(\.(xml|rss|atom))?$|\.(rss|atom)$/i

/** Checks that no two pages or former addresses are the same, and that none is one of the site's own. */
export function addressProblems(entries: readonly Entry[]): (FileProblem & { path: string })[] {
  const contact = contactPages(entries)
  const pages = [...contact, ...entries.flatMap(({ path }) => pageOf(path) ?? [])]
  const taken = new Set(pages.flatMap((page) => [page, `${page}.html`]))
  const languages = new Set(entries.flatMap(({ path }) => splitLanguage(path).language?.toLowerCase() ?? []))
  return entries.flatMap(({ path, kind, fields, frontMatter }) => {
    const isTaken = reserved.has(slugOf(path)) || languages.has(slugOf(path))
    if (kind === 'pages' && (isTaken || contact.includes(pageOf(path) ?? '')))
      return [{ path, ...reservedName(slugOf(path)) }]
    return ((fields?.['aliases'] ?? []) as string[]).flatMap((alias, index) => {
      const isTaken = alias !== pageOf(path) && (isReserved(alias) || taken.has(alias))
      taken.add(alias)
      if (!isTaken) return []
      return [{ path, line: frontMatter.lineOf(['aliases', index]), field: 'aliases', ...takenAlias(alias) }]
    })
  })
}

function isReserved(path: string): boolean {
  const [, first = '', ...others] = path.split('/')
  const isTaken = others.length > 0 ? folders.has(first) : reserved.has(first.replace(/\.html$/, ''))
  return isTaken || builtFiles.includes(path)
}

const reservedName = (slug: string) => ({
  message: `The site has another page or file at /${slug}`,
  hint: 'Choose another name for the file.',
})
const takenAlias = (alias: string) => ({
  message: `"${alias}" is the address of something else`,
  hint: 'Leave it out, or correct it.',
})
