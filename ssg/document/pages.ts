import { DiagnosticsError } from '../lib/diagnostics.ts'
import type { SiteContent } from '../model/compile.ts'
import type { Diagnostic } from '../model/diagnostics.ts'

/** A row of the site's route table. */
export interface PageRow {
  path: string
  kind: 'public' | 'account' | 'user' | 'staff' | 'not-found'
  title?: string
  description?: string
}

/** What pages show from the API, so that it is there before a script can ask. Null: nothing is known. */
export interface PageData {
  /** The front page's first image, in files of the site's own. */
  banner: BannerImage | null
  /** The address of the current CV. */
  cv: string | null
}

export interface BannerImage {
  /** In AVIF. */
  srcSet: string
  /** For browsers that do not know AVIF; 432 pixels wide and high. */
  src: string
  alt: string
}

/** What `src/pages/index.tsx` of the site exports. */
export interface PagesModule {
  /** All addresses of the site, with the titles and descriptions of public pages. */
  routes: (content: SiteContent) => readonly PageRow[]
  /** The body of a public page. */
  renderPage: (path: string, content: SiteContent, data: PageData) => string
  /** The body of the document that the app starts in. */
  renderShell: (content: SiteContent, data: PageData) => string
}

/** A page to prerender. */
export interface Page {
  /** Where visitors find it. */
  path: string
  /** Its name below dist. */
  file: string
  status: number
  title: string
  description: string | undefined
}

export interface PageList {
  /** The public pages and the one for all unknown addresses, which is the last. */
  pages: Page[]
  /** The patterns of the screens that only the app in the browser can show. */
  appPaths: string[]
}

/** An address that no route but the last answers: the not-found page is rendered there. */
const unknownPath = '/404'

/** Sorts the route table into pages and addresses of the app. Throws DiagnosticsError with all that is wrong in it. */
export function listPages(rows: readonly PageRow[]): PageList {
  const diagnostics = [...duplicates(rows), ...rows.flatMap(missingTexts), ...rows.flatMap(unbuildablePath)]
  const notFound = rows.filter(({ kind }) => kind === 'not-found')
  if (notFound.length !== 1) {
    const message = `There are ${notFound.length} rows of the kind "not-found"`
    const hint = 'Have exactly one; it answers unknown addresses.'
    diagnostics.push({ where: 'the route table', message, hint })
  }
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  const page = ({ title = '', description }: PageRow, path: string, file: string, status: number): Page => ({
    path,
    file,
    status,
    title,
    description,
  })
  const pages = rows
    .filter(({ kind }) => kind === 'public')
    .map((row) => page(row, row.path, fileOf(row.path), 200))
  return {
    pages: [...pages, ...notFound.map((row) => page(row, unknownPath, '404.html', 404))],
    appPaths: rows.filter(({ kind }) => kind !== 'public' && kind !== 'not-found').map(({ path }) => path),
  }
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

function duplicates(rows: readonly PageRow[]): Diagnostic[] {
  // Parameters match alike whatever their names.
  const shapes = rows.map(({ path }) => path.replace(/:[^/]+/g, ':'))
  const first = new Map(shapes.toReversed().map((shape, index) => [shape, shapes.length - 1 - index]))
  return rows
    .filter((_, index) => first.get(shapes[index] ?? '') !== index)
    .map(({ path }) => ({
      where: path,
      message: 'Two rows of the route table have this path',
      hint: 'Remove one, or give it a path of its own.',
    }))
}

function missingTexts({ path, kind, title, description }: PageRow): Diagnostic[] {
  const missing = []
  if (!title?.trim()) missing.push('title')
  if (kind === 'public' && !description?.trim()) missing.push('description')
  return missing.map((field) => ({
    where: path,
    message: `The page has no ${field}`,
    hint: `Give its row of the route table a ${field}.`,
  }))
}

function unbuildablePath({ path, kind }: PageRow): Diagnostic[] {
  if (kind === 'not-found' || /^\/[^:*]*$/.test(path)) {
    if (path === '/' || !path.endsWith('/')) return []
  } else if (kind !== 'public' && /^\/[^*]*[^/]$/.test(path)) return []
  const hint =
    kind === 'public'
      ? 'Begin it with a slash, without parameters, stars or a slash at its end: it becomes one file.'
      : 'Begin it with a slash, without stars or a slash at its end.'
  return [{ where: path, message: 'The path is not one that can be built', hint }]
}
