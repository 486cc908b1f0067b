import {
  appFile,
  type Answer,
  type Headers,
  type Proxy,
  type Redirect,
  type Route,
  type SiteManifest,
} from './manifest.ts'
import type { FinishedFile } from './output-files.ts'
import { scriptPolicy } from '../document/document.ts'
import type { PageList } from '../document/pages.ts'
import { proxied } from '../model/addresses.ts'
import type { SiteContent } from '../model/compile.ts'
import { policyHash } from '../lib/hash.ts'

export interface ManifestParts extends PageList {
  files: readonly Pick<FinishedFile, 'name' | 'served' | 'headers'>[]
  /** Former addresses of pages. */
  moved: SiteContent['redirects']
  styles: readonly string[]
  /** The inline scripts of public pages. */
  scripts: readonly string[]
  /** The API's origin when it is not the site's own. */
  apiOrigin: string | undefined
  /** Whether the build is a preview, whose pages read the API through the site and cannot write to it. */
  preview: boolean
  siteUrl: string | undefined
  publications?: number | undefined
}

const revalidated: Headers = { 'Cache-Control': 'no-cache' }
const notIndexed: Headers = { ...revalidated, 'X-Robots-Tag': 'noindex' }
const immutable: Headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/**
 * Scripts of workers that run WebAssembly, which no page may. A worker has the policy that its own script is answered with.
 */
const wasmWorker = /\.wasm-worker-[^/]*\.js$/
const wasm = "'wasm-unsafe-eval'"
const policyName = 'Content-Security-Policy'
const workerPolicy: Headers = {
  [policyName]: `default-src 'none'; script-src 'self' ${wasm}; connect-src 'self'`,
}

const notFoundFile = '404.html'

/** The style elements that react-aria-components adds to the app's document, letter by letter. */
const appStyles = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  // While a menu is open, on iOS.
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
]

/** Decides how every address of the site is answered. */
export function siteManifest(parts: ManifestParts): SiteManifest {
  const { pages, appPaths, files } = parts
  const ok = pages.filter(({ status }) => status === 200)
  const unknown = pages.filter(({ status }) => status === 404)
  // The API's host has the app at the addresses of shares.
  const screens = appPaths.filter((path) => !path.startsWith('/s/'))
  const exactApp = screens.filter((path) => !path.includes(':'))
  const headers = commonHeaders(parts)
  const appHeaders = { ...notIndexed, [policyName]: withAppStyles(headers[policyName] ?? '') }
  return {
    version: 1,
    headers,
    routes: [
      ...ok.map(({ path, file }): Route => ({ path, file, status: 200, headers: revalidated })),
      ...unknown
        .filter(({ file }) => file !== notFoundFile)
        .map(({ file }): Route => {
          return { path: `/${file.replace(notFoundFile, '*')}`, file, status: 404, headers: notIndexed }
        }),
      ...screens.map((path): Route => ({ path, file: appFile, status: 200, headers: appHeaders })),
      ...files
        .filter(({ name }) => name.startsWith('assets/'))
        .map(({ name }): Route => {
          const headers = { ...immutable, ...(wasmWorker.test(name) && workerPolicy) }
          return { path: `/${name}`, file: name, status: 200, headers }
        }),
      ...files.flatMap(({ name, served, headers }): Route[] => {
        if (headers === undefined) return []
        // A CDN knows no type for a name without an extension, and no character set for others.
        const all = { ...revalidated, 'Content-Type': served.type, ...headers }
        return [{ path: `/${name}`, file: name, status: 200, headers: all }]
      }),
    ],
    notFound: {
      file: unknown.length > 0 ? notFoundFile : '',
      status: 404,
      headers: notIndexed,
    } satisfies Answer,
    redirects: [
      ...ok.map(({ path, file }) => moved(`/${file}`, path)),
      ...[...ok.map(({ path }) => path), ...exactApp]
        .filter((path) => path !== '/')
        .map((path) => moved(`${path}/`, path)),
      ...parts.moved.flatMap(({ from, to, isTemporary }): Redirect[] => {
        const status = isTemporary ? 302 : 301
        // Some systems write a letter and its accent apart.
        const spellings = new Set([from, from.normalize('NFD'), ...(isTemporary ? inCapitals(from) : [])])
        return [...spellings].flatMap((from) => [moved(from, to, status), moved(`${from}/`, to, status)])
      }),
      ...ok.flatMap(({ path }) => inCapitals(path).map((from) => moved(from, path))),
    ],
    proxies: proxied.map((path): Proxy => ({ path, to: proxyTarget(path, parts) })),
    files: Object.fromEntries(files.map(({ name, served }) => [name, served])),
    ...(parts.publications !== undefined && { publications: parts.publications }),
  }
}

const withAppStyles = (policy: string) =>
  policy.replace("style-src 'self'", ['$&', ...appStyles.map(policyHash)].join(' '))

const moved = (from: string, to: string, status: Redirect['status'] = 301): Redirect => ({ from, to, status })

/** How visitors and links elsewhere may spell the path of a main page. The Go server knows all spellings of every page. */
const inCapitals = (path: string) =>
  [path.toUpperCase(), path.replace(/[a-z]/, (letter) => letter.toUpperCase())].filter(
    (other, index, all) => /^\/[^/]+$/.test(path) && other !== path && all.indexOf(other) === index,
  )

/** A preview proxies images alone; the rest is answered by an edge function, and by nothing without it. */
function proxyTarget(path: string, { apiOrigin, preview }: ManifestParts): string | null {
  return apiOrigin === undefined || (preview && path !== '/media/*') ? null : apiOrigin + path
}

function commonHeaders(parts: ManifestParts): Headers {
  const { styles, scripts, apiOrigin, preview, siteUrl } = parts
  const api = apiOrigin === undefined || preview ? '' : ` ${apiOrigin}`
  const policy = [
    "default-src 'none'",
    scriptPolicy(...scripts),
    `style-src 'self' ${styles.map(policyHash).join(' ')}`,
    // Images are shown before their upload (blob:), and small ones are inside style sheets (data:).
    `img-src 'self' data: blob:${api}`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${api}`,
    // The CV's PDF before it is public, in the browser's viewer. It has this policy too.
    'frame-src blob:',
    // The download of a backup is a form.
    `form-action 'self'${api}`,
    "base-uri 'none'",
    // Safari holds that PDF to this as well, and 'none' would leave its frame empty.
    "frame-ancestors 'self'",
  ]
  return {
    [policyName]: policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // RFC 6797, for two years. api/server/middleware.go sends the same for the API.
    ...(siteUrl?.startsWith('https://') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  }
}

/**
 * The `_headers` file of a CDN, which joins the values of a header when several rules match a path: so no two rules that
 * match the same path name the same header, but for the policy. Browsers apply each of the joined
 * policies, so a later one can only forbid more: the rule for all paths allows the needs of the app and workers, and those of
 * documents forbid it again. Unknown paths have no rule, so their document contains its policy.
 */
export function headersFile(manifest: SiteManifest): string {
  const policy = manifest.headers[policyName] ?? ''
  const hasWorkers = manifest.routes.some(({ file }) => wasmWorker.test(file))
  const common = withAppStyles(hasWorkers ? policy.replace("script-src 'self'", `$& ${wasm}`) : policy)
  const rules: [string, Headers][] = [['/*', { ...manifest.headers, [policyName]: common }]]
  // A rule for each file: one for their folder would let a browser cache for good that a file is missing.
  for (const { path, file, status, headers } of manifest.routes) {
    if (status === 404) continue
    const isDocument = file.endsWith('.html')
    rules.push([path, isDocument ? { [policyName]: policy, ...headers } : headers])
    if (isDocument && file !== appFile) rules.push([`/${file}`, { [policyName]: policy }])
  }
  return rules
    .map(([path, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`)
      return `${path}\n${lines.join('')}`
    })
    .join('')
}

/**
 * The `_redirects` file of a CDN. Pages need no rule, for it finds `/cv` in `cv.html` and answers an unknown path with
 * `404.html`, but for those of further languages; nor do their paths with a slash or with the file's name, since it takes both spellings of a path for the same
 * one and would go round in circles.
 */
export function redirectsFile(manifest: SiteManifest): string {
  const proxies = manifest.proxies.flatMap(({ path, to }) =>
    to === null ? [] : [`${path} ${to.replace(/\*$/, ':splat')} 200!`],
  )
  const app = manifest.routes
    .filter(({ file }) => file === appFile)
    .map(({ path }) => `${path} /app.html 200`)
  const moves = manifest.redirects
    .filter(({ from, to }) => (from.replace(/(\/index)?\.html$|\/$/, '') || '/') !== to)
    .map(({ from, to, status }) => `${encodeURI(from)} ${to} ${status}`)
  const unknown = manifest.routes
    .filter(({ status }) => status === 404)
    .map(({ path, file, status }) => `${path} /${file} ${status}`)
  const hidden = ['/app', '/app.html', '/_app', '/_app.html', '/_site.json'].map(
    (path) => `${path} /404.html 404!`,
  )
  return [...proxies, ...hidden, ...moves, ...app, ...unknown].map((line) => `${line}\n`).join('')
}
