import { expect, test } from 'vitest'
import { headersFile, redirectsFile, siteManifest, type ManifestParts } from './headers.ts'
import type { Route, SiteManifest } from './manifest.ts'
import { proxied } from '../model/addresses.ts'

const route = (path: string, file: string): Route => ({ path, file, status: 200, headers: {} })
const policy = "default-src 'none'; script-src 'self' 'sha256-x'; style-src 'self' 'sha256-y'"

/** The policies that a CDN's rules for exactly these paths name. */
function policies(routes: Route[]): Record<string, string> {
  const manifest: Partial<SiteManifest> = { headers: { 'Content-Security-Policy': policy }, routes }
  const text = headersFile(manifest as SiteManifest)
  const found: Record<string, string> = {}
  for (const [, path = '', value = ''] of text.matchAll(/^(\/.*)\n {2}Content-Security-Policy: (.*)$/gm)) {
    found[path] = value
  }
  return found
}

const pages = [route('/', 'index.html'), route('/photos', 'app.html'), route('/assets/a.js', 'assets/a.js')]

const worker = route('/assets/heic.wasm-worker-x.js', 'assets/heic.wasm-worker-x.js')

test.each([
  ["'self' 'sha256-x'", pages],
  ["'self' 'wasm-unsafe-eval' 'sha256-x'", [...pages, worker]],
])(
  'the rule of all paths allows scripts %s and the styles of the app, and those of pages forbid it',
  (scripts, routes) => {
    const { '/*': common, ...documents } = policies(routes)
    expect(common).toMatch(
      new RegExp(
        `^default-src 'none'; script-src ${scripts}; style-src 'self' ('sha256-[^']{44}' ){2}'sha256-y'$`,
      ),
    )
    expect(documents).toEqual({ '/': policy, '/index.html': policy, '/photos': policy })
  },
)

const manifestWith = (changes: Partial<ManifestParts>) =>
  siteManifest({
    ...{ pages: [], appPaths: [], files: [], moved: [], styles: [], scripts: [] },
    ...{ apiOrigin: undefined, preview: false, siteUrl: undefined, ...changes },
  })

test('the API of another origin is behind its paths, and may be called', () => {
  const apiOrigin = 'https://api.example.test'
  const manifest = manifestWith({ apiOrigin, appPaths: ['/login', '/s/:ref'] })
  expect(manifest.proxies).toEqual(proxied.map((path) => ({ path, to: apiOrigin + path })))
  const redirects = redirectsFile(manifest)
  expect(redirects).toContain(`/api/* ${apiOrigin}/api/:splat 200!\n`)
  expect(redirects.match(/^\/s\/.*/gm)).toEqual([`/s/* ${apiOrigin}/s/:splat 200!`])
  const { 'Content-Security-Policy': policy } = manifest.headers
  expect(policy).toContain(`connect-src 'self' ${apiOrigin};`)
  expect(policy).toContain(`img-src 'self' data: blob: ${apiOrigin};`)
})

test('unknown addresses below a further language have its page', () => {
  const page = (path: string, file: string, status: number) => ({
    path,
    file,
    status,
    title: '',
    description: '',
  })
  const manifest = manifestWith({
    pages: [page('/nl', 'nl.html', 200), page('/404', '404.html', 404), page('/nl/404', 'nl/404.html', 404)],
  })
  expect(manifest.notFound.file).toBe('404.html')
  expect(manifest.routes).toContainEqual(
    expect.objectContaining({ path: '/nl/*', file: 'nl/404.html', status: 404 }),
  )
  expect(redirectsFile(manifest)).toMatch(/^\/nl\/\* \/nl\/404\.html 404\n$/m)
  // The rule would be for the pages below it, too.
  expect(headersFile(manifest)).not.toContain('/nl/*')
})

test.each([
  [{ siteUrl: 'https://example.test' }, 'max-age=63072000'],
  [{ siteUrl: 'http://example.test' }, undefined],
  [{}, undefined],
])('browsers use https for two years if the site does: %j', (options, value) => {
  expect(manifestWith(options).headers['Strict-Transport-Security']).toBe(value)
})
