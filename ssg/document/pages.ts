import type { SiteContent } from '../model/compile.ts'
import type { ShownGallery } from '../model/galleries.ts'
import { pathIn, type Language } from '../model/language.ts'
import type { PrivatePage } from '../model/private-page.ts'

interface PageRow {
  path: string
  kind: 'public' | 'account' | 'user' | 'staff' | 'setup' | 'not-found'
  title?: string
  description?: string
}

/** The API's data that pages show before a script can ask for it; null if unknown. */
export interface PageData {
  /** The home page's first image, in files of the build. */
  banner: BannerImage | null
  cv: string | null
  /** The galleries that have a page. */
  galleries?: readonly ShownGallery[] | null
  /** Whether the feed is missing, because the site's address is unknown. */
  withoutFeed?: boolean
}

export interface BannerImage {
  /** The renditions in AVIF, if there are any. */
  avif?: string
  src: string
  /** Other widths of `src`, if there are any. */
  srcSet?: string
  alt: string
  /** The alternative texts in further languages, keyed by code. */
  altTexts?: Readonly<Record<string, string>> | undefined
}

/** The exports of the site's `src/pages/index.tsx`. */
export interface PagesModule {
  /** All addresses of the site, with the titles and descriptions of public pages. */
  routes: (content: SiteContent) => readonly PageRow[]
  renderPage: (path: string, content: SiteContent, data: PageData) => string
  /** The body of the document that the app starts in. */
  renderShell: (content: SiteContent, data: PageData) => string
  renderPrivatePage: (page: PrivatePage, content: SiteContent) => PrivateDocument
}

/** The parts of a private page's document. */
export interface PrivateDocument {
  language: Language
  title: string
  description: string
  body: string
  /** Style of this page alone. */
  css: string
}

export interface Page {
  path: string
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

/** Sorts the route table into pages and addresses of the app. */
export function listPages(
  rows: readonly PageRow[],
  language: Pick<Language, 'prefix'> = { prefix: '' },
): PageList {
  const unknown = pathIn(language, '/404')
  const page = ({ title = '', description }: PageRow, path: string, file: string, status: number): Page => ({
    path,
    file,
    status,
    title,
    description,
  })
  return {
    pages: [
      ...rows
        .filter(({ kind }) => kind === 'public')
        .map((row) => page(row, row.path, fileOf(row.path), 200)),
      ...rows
        .filter(({ kind }) => kind === 'not-found')
        .map((row) => page(row, unknown, fileOf(unknown), 404)),
    ],
    appPaths: rows.filter(({ kind }) => kind !== 'public' && kind !== 'not-found').map(({ path }) => path),
  }
}

const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)
