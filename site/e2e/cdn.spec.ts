import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { netlifyAnswer, type Answer, type Published } from './fixtures/netlify.ts'
import { builtSite } from './fixtures/server.ts'
import { expect, test } from './fixtures/test.ts'

interface Manifest {
  headers: Record<string, string>
  routes: { path: string; file: string; status: number; headers: Record<string, string> }[]
  redirects: { from: string; to: string }[]
  notFound: { file: string }
}

const read = (name: string) => readFileSync(join(builtSite, name), 'utf8')

/** What netlify.toml publishes of the build: all but the lists, the Go server's and the precompressed copies. */
function published(prettyUrls: boolean): Published {
  const names = readdirSync(builtSite, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name).slice(builtSite.length + 1))
    .filter((name) => !/^_(headers|redirects|site\.json)$|\.(br|gz)$/.test(name))
  const files = new Map(names.map((name) => [name, readFileSync(join(builtSite, name))]))
  return { files, headers: read('_headers'), redirects: read('_redirects'), prettyUrls }
}

/** The headers of a route but the policy. */
function withoutPolicy({ headers: common }: Manifest, own: Record<string, string>): Record<string, string> {
  const headers = Object.entries({ ...common, ...own })
  return Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== policyName))
}

/** A path that a pattern of the manifest matches. */
const example = (pattern: string) => pattern.replace(/:\w+|\*/g, 'x')

async function goAnswer(origin: string, path: string) {
  const response = await fetch(origin + path, {
    redirect: 'manual',
    headers: { 'Accept-Encoding': 'identity' },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

type Kept = Awaited<ReturnType<typeof goAnswer>>

const policyName = 'content-security-policy'

/** The sources that all of the policies allow. */
function effectivePolicy(policies: readonly string[]): Record<string, string> {
  const [first = {}, ...others] = policies.map((policy) =>
    Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/).slice(0, 2) as [string, string])),
  )
  const allowed = (name: string, sources: string) =>
    sources.split(' ').filter((source) => others.every((other) => other[name]?.includes(source) ?? true))
  return Object.fromEntries(
    Object.entries(first).map(([name, sources]) => [name, allowed(name, sources).join(' ')]),
  )
}

/** Expects the same effective policy if the CDN joins the policies of a path and of the page for unknown paths. */
function expectSamePolicy(path: string, headers: Record<string, string>, go: Kept): void {
  const name = Object.keys(headers).find((key) => key.toLowerCase() === policyName) ?? ''
  const [, own] =
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(go.body.toString()) ?? []
  const withOwn = (...policies: string[]) =>
    effectivePolicy(own === undefined ? policies : [...policies, own])
  const policies = headers[name]?.split(', ') ?? []
  expect(withOwn(...policies), path).toMatchObject(withOwn(go.headers.get(policyName) ?? ''))
}

/** The same status, the same bytes, and no header of the CDN's that the Go server does not send. */
function expectSame(path: string, cdn: Answer, go: Kept, { files }: Published): void {
  if (cdn.kind !== 'file') throw new Error(`${path} is answered by a ${cdn.kind}.`)
  expect(cdn.status, path).toBe(go.status)
  expect(files.get(cdn.file)?.equals(go.body), `${path} has another body than ${cdn.file}`).toBe(true)
  for (const [name, value] of Object.entries(cdn.headers)) {
    // The Go server asks a proxy before it not to change documents; a CDN is none.
    const own = go.headers.get(name)?.replace(/, no-transform$/, '')
    if (name.toLowerCase() !== policyName) expect(own, `${path} ${name}`).toBe(value)
    // Other files than documents and workers load nothing.
    else if (/\.html$|wasm-worker/.test(cdn.file)) expectSamePolicy(path, cdn.headers, go)
  }
}

for (const { prettyUrls, tag } of [
  { prettyUrls: true, tag: [] },
  { prettyUrls: false, tag: '@all' },
]) {
  test(
    `the published site and the Go server answer alike, ${prettyUrls ? 'pretty paths' : 'paths as they are'}`,
    { tag },
    async ({ site }) => {
      const cdn = published(prettyUrls)
      const manifest = JSON.parse(read('_site.json')) as Manifest

      await test.step('every address of the build: status, headers, body', async () => {
        for (const { path, status, headers } of manifest.routes) {
          const answer = netlifyAnswer(cdn, example(path))
          expectSame(path, answer, await goAnswer(site.url, example(path)), cdn)
          // The CDN has no headers for unknown paths only, which their document makes up for.
          const own = status === 404 ? {} : headers
          expect(answer, path).toMatchObject({ status, headers: withoutPolicy(manifest, own) })
        }
      })

      await test.step('each screen with a trailing slash', async () => {
        const screens = manifest.routes.filter(
          ({ path, file, status }) => file.endsWith('.html') && status === 200 && path !== '/',
        )
        expect(screens.map(({ path }) => path)).toEqual(
          expect.arrayContaining(['/cv', '/app-login', '/reset-password/:uidb64/:token', '/galleries']),
        )
        for (const { path, file, headers } of screens) {
          const slashed = `${example(path)}/`
          const go = await fetch(site.url + slashed + '?token=t')
          const { pathname, search } = new URL(go.url)
          const shown = [go.status, pathname.replace(/\/$/, ''), search]
          expect(shown, path).toEqual([200, example(path), '?token=t'])
          const body = Buffer.from(await go.arrayBuffer())
          expect(body.equals(cdn.files.get(file) ?? Buffer.of()), path).toBe(true)
          const answer = netlifyAnswer(cdn, slashed)
          const same = { status: 200, file, headers: withoutPolicy(manifest, headers) }
          const redirected = { status: 301, location: example(path) }
          expect(answer, path).toMatchObject(answer.kind === 'redirect' ? redirected : same)
        }
      })

      await test.step('missing files, with the 404 page', async () => {
        const hidden = [
          '/_headers',
          '/_redirects',
          '/_site.json',
          '/app',
          '/app.html',
          '/_app',
          '/_app.html',
          '/index.html.br',
        ]
        const paths = ['/nowhere', '/no/where', '/assets/gone-x.js', '/reset-password/x', ...hidden]
        for (const path of paths) {
          const answer = netlifyAnswer(cdn, path)
          expectSame(path, answer, await goAnswer(site.url, path), cdn)
          expect(answer, path).toMatchObject({ status: 404, file: '404.html' })
          // A file missing today may exist tomorrow.
          expect(answer, path).not.toHaveProperty('headers.Cache-Control')
        }
      })

      await test.step('other addresses of a page, which the Go server redirects', async () => {
        for (const { from, to } of manifest.redirects) {
          const go = await goAnswer(site.url, from)
          expect([go.status, go.headers.get('Location')], from).toEqual([301, to])
          const answer = netlifyAnswer(cdn, from)
          if (answer.kind === 'redirect') expect(answer, from).toMatchObject({ status: 301, location: to })
          else expectSame(from, answer, await goAnswer(site.url, to), cdn)
        }
      })
    },
  )
}
