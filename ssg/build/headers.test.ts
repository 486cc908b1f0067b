import { expect, test } from 'vitest'
import { headersFile } from './headers.ts'
import type { Route, SiteManifest } from './manifest.ts'

const route = (path: string, file: string): Route => ({ path, file, status: 200, headers: {} })
const policy = "default-src 'none'; script-src 'self' 'sha256-x'"

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

test('without a worker that runs WebAssembly one rule has the policy of all paths', () => {
  expect(policies(pages)).toEqual({ '/*': policy })
})

test('with one, the rule of all paths allows WebAssembly, and that of each document forbids it again', () => {
  const worker = route('/assets/heic.wasm-worker-x.js', 'assets/heic.wasm-worker-x.js')
  expect(policies([...pages, worker])).toEqual({
    '/*': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-x'",
    '/': policy,
    '/index.html': policy,
    '/photos': policy,
  })
})
