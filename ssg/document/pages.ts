import type { Diagnostic } from '../model/diagnostics.ts'

/** A row of the site's route table, as the server bundle exports it. */
export interface PageRow {
  path: string
  kind: 'public' | 'account' | 'user' | 'staff' | 'not-found'
  title?: string
  description?: string
  /** The module of the page's screen, below the project's root. */
  module?: string
}

/** What the server bundle exports. */
export interface ServerEntry {
  pages: readonly PageRow[]
  /** The markup of the app at `url`; rejects when a part of it fails. */
  render: (url: string) => Promise<string>
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
  module: string | undefined
}

export interface PageList {
  /** The public pages and the one for all unknown addresses, which is the last. */
  pages: Page[]
  /** The patterns of the screens that only the app in the browser can show. */
  appPaths: string[]
}

/** An address that no route but the last answers: the not-found page is rendered there. */
const unknownPath = '/404'

/** Sorts the route table into what is prerendered and what is left to the app. */
export function listPages(rows: readonly PageRow[]): PageList | Diagnostic[] {
  const diagnostics = [...duplicates(rows), ...rows.flatMap(missingTexts), ...rows.flatMap(unbuildablePath)]
  const notFound = rows.filter(({ kind }) => kind === 'not-found')
  if (notFound.length !== 1) {
    const message = `There are ${notFound.length} rows of the kind "not-found"`
    diagnostics.push({
      where: 'the route table',
      message,
      hint: 'Have exactly one; it answers unknown addresses.',
    })
  }
  if (diagnostics.length > 0) return diagnostics
  const pages = rows
    .filter(({ kind }) => kind === 'public')
    .map((row) => page(row, row.path, fileOf(row.path), 200))
  return {
    pages: [...pages, ...notFound.map((row) => page(row, unknownPath, '404.html', 404))],
    appPaths: rows.filter(({ kind }) => kind !== 'public' && kind !== 'not-found').map(({ path }) => path),
  }
}

const page = (
  { title = '', description, module }: PageRow,
  path: string,
  file: string,
  status: number,
): Page => ({
  path,
  file,
  status,
  title,
  description,
  module,
})

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
