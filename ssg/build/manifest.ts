/**
 * The shape of `dist/_site.json`: everything a server must know to answer for the built site. `_headers` and
 * `_redirects` are written from the same value, and the Go server reads the file, so that all three answer alike.
 */
export interface SiteManifest {
  /** Raised when a reader of the previous shape would misread this one. */
  version: 1
  /** Sent with every answer of the static site, whatever its path or status: the policy and its companions. */
  headers: Headers
  /**
   * The whole of what may be asked for, each path once. A segment `:name` matches any one non-empty segment; a path
   * without such segments wins over one with them. A path that ends in `/*` answers below it what nothing else does. A path
   * of this list never ends in a slash (but `/` itself).
   */
  routes: Route[]
  /** Answers every GET that neither `routes` nor `redirects` nor `proxies` knows. */
  notFound: Answer
  /**
   * Exact paths that lead elsewhere: former addresses, those of galleries without a page, and the spellings of a page with
   * its file's name, a slash at its end, or capitals.
   */
  redirects: Redirect[]
  /** Prefixes (`/api/*`) that belong to the API. `to` is null when the API answers on the site's own origin. */
  proxies: Proxy[]
  /**
   * Every file that `routes` and `notFound` name, and `_app.html`, named relative to dist. No other file is served. A server
   * that renders the pages adds private ones, to which no address leads.
   */
  files: Record<string, StaticFile>
  /** How many publications the content of the API had; absent for content of the folder. */
  publications?: number
}

/** The document of the app's screens. */
export const appFile = 'app.html'

/** The same without anything of the owner's: for a site without pages, and for visitors of a private one. */
export const neutralAppFile = '_app.html'

export type Headers = Record<string, string>

export interface Answer {
  file: string
  status: number
  /** Beyond the manifest's own headers, or in the place of one of those. Cache-Control is always among them. */
  headers: Headers
}

export interface Route extends Answer {
  path: string
}

export interface Redirect {
  from: string
  to: string
  /** 302 if something else may be there later. */
  status: 301 | 302
}

export interface Proxy {
  /** Ends in `/*`. */
  path: string
  /** An absolute address that ends in `/*`, or null. */
  to: string | null
}

export interface StaticFile {
  type: string
  bytes: number
  /** The value of ETag with its quotes: a strong validator of exactly these bytes. */
  etag: string
  /** The same content precompressed, smallest first; only those that are smaller than the plain file. */
  encodings: EncodedFile[]
}

export interface EncodedFile {
  encoding: 'br' | 'gzip'
  file: string
  bytes: number
  etag: string
}
