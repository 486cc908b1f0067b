import { expect, test } from 'vitest'
import { headersFile, redirectsFile, siteManifest } from './headers.ts'
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

const manifestWith = (changes: { apiOrigin?: string; siteUrl?: string }) =>
  siteManifest({
    ...{ pages: [], appPaths: [], files: [], moved: [], styles: [], headScript: '' },
    ...{ apiOrigin: undefined, preview: false, siteUrl: undefined, ...changes },
  })

test('the API of another origin is behind its paths, and may be called', () => {
  const apiOrigin = 'https://api.example.test'
  const manifest = manifestWith({ apiOrigin })
  expect(manifest.proxies).toEqual(proxied.map((path) => ({ path, to: apiOrigin + path })))
  expect(redirectsFile(manifest)).toContain(`/api/* ${apiOrigin}/api/:splat 200!\n`)
  const { 'Content-Security-Policy': policy } = manifest.headers
  expect(policy).toContain(`connect-src 'self' ${apiOrigin};`)
  expect(policy).toContain(`img-src 'self' data: blob: ${apiOrigin};`)
})

test.each([
  [{ siteUrl: 'https://example.test' }, 'max-age=63072000'],
  [{ siteUrl: 'http://example.test' }, undefined],
  [{}, undefined],
])('browsers use https for two years if the site does: %j', (options, value) => {
  expect(manifestWith(options).headers['Strict-Transport-Security']).toBe(value)
})
