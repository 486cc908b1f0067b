import { createHash } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accentStyle } from '../model/accent.ts'
import { pathMatcher } from '../model/links.ts'
import { builtFiles } from '../model/addresses.ts'
import type { SiteManifest } from './manifest.ts'
import { tags } from '../document/markup.ts'
import { site } from '../testing/files.ts'
import { builtProject, change, type Project } from '../testing/project.ts'

const policyName = 'Content-Security-Policy'
let project: Project

beforeAll(async () => {
  project = await builtProject({}, {}, afterAll)
})

test('every public page is a whole document', async () => {
  const html = (await project.read('cv.html')).toString()
  expect(html).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/)
  expect(html).toContain('<title>CV</title>')
  expect(html).toContain('<meta name="description" content="The &quot;CV&quot; &amp; more.">')
  expect(html).toContain('<body><main><h1>CV</h1>')
  expect(html).not.toContain('canonical')
  expect((await project.read('index.html')).toString()).toContain('<title>Ann Sample</title>')
})

test('a page loads the elements, and nothing of the app or the session', async () => {
  const { files } = await project.manifest()
  for (const name of ['index.html', 'cv.html', '404.html']) {
    const html = (await project.read(name)).toString()
    const loaded = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = '']) => file)
    expect(loaded).toEqual([expect.stringMatching(/^assets\/public-[\w-]{7}\.js$/)])
    expect(files).toHaveProperty([loaded[0] ?? ''])
  }
})

test('unknown addresses and private screens get documents that search engines leave out', async () => {
  const lost = (await project.read('404.html')).toString()
  expect(lost).toContain('<h1>Lost</h1>')
  // Its status says it, and its headers; Lighthouse measures it as a page like the others.
  expect(lost).not.toContain('noindex')
  const app = (await project.read('app.html')).toString()
  expect(app).toContain('<meta name="robots" content="noindex">')
  expect(app).toContain('<meta name="application-name" content="Ann Sample">')
  expect(app).toContain('<body><header>Ann Sample</header><div id="root"></div><p id="failure" hidden>')
  expect(app).toContain('id="content-images">{"files":{},"unused":[]}</script>')
  expect(app).toMatch(/<script type="module" src="\/assets\/app-[\w-]{7}\.js">/)
  expect(app).toMatch(/<link rel="modulepreload" href="\/assets\/public-[\w-]{7}\.js">/)
  // The screens of a private site are those without its owner.
  const nameless = app.replaceAll('<title>Ann Sample', '<title>Website').replaceAll('Ann Sample', '')
  const neutral = (await project.read('_app.html')).toString()
  expect(neutral).toBe(
    nameless
      .replace(/href="[^"]+" type="image/, 'href="data:," type="image')
      .replace('letter" content="A"', 'letter" content=""'),
  )
})

test('a page has the style of all pages and its own inline; the app loads its own from a file', async () => {
  const home = (await project.read('index.html')).toString()
  expect(home).toMatch(/margin:1px.*margin:2px/)
  for (const name of ['cv.html', '404.html', 'app.html']) {
    const html = (await project.read(name)).toString()
    expect(html).toContain('margin:1px')
    expect(html).not.toContain('margin:2px')
  }
  const sheets = (await readdir(`${project.dist}/assets`)).filter((name) => name.endsWith('.css'))
  expect(sheets).toEqual([expect.stringMatching(/^app-/)])
  expect((await project.read(`assets/${sheets[0] ?? ''}`)).toString()).toContain('margin:3px')
  const app = (await project.read('app.html')).toString()
  expect(app).toContain(`<link rel="stylesheet" href="/assets/${sheets[0] ?? ''}">`)
  expect(home).not.toContain('rel="stylesheet"')
})

test('the accent of the content is in the style of each document, after all others', async () => {
  const { read } = await builtProject({ 'content/site.md': site({ accent: 'teal', logo_letter: '"7"' }) })
  for (const name of ['index.html', '404.html', 'app.html'])
    expect((await read(name)).toString()).toContain(`${accentStyle('teal')}</style>`)
  expect((await read('app.html')).toString()).toContain('<meta name="logo-letter" content="7">')
  expect((await project.read('app.html')).toString()).toContain('<meta name="logo-letter" content="A">')
})

test('a page has shared styles before its own', async () => {
  const shared = await builtProject({
    'site/src/pages/parts/card.ts': `import styles from './card.module.css'\nexport const card = styles['card'] ?? ''\n`,
    'site/src/pages/parts/card.module.css': '.card { margin: 4px; }\n.other { margin: 5px; }\n',
    'site/src/pages/home.tsx': `import { card } from './parts/card'
import styles from './home.module.css'
export const Home = (html: string) => '<p class="' + card + ' ' + styles.home + '">' + html + '</p>'\n`,
    'site/src/pages/other.tsx': `import { card } from './parts/card'\nexport const text = card\n`,
  })
  const html = (await shared.read('index.html')).toString()
  expect(html).toMatch(/margin:1px.*margin:4px.*margin:2px/)
  expect((await shared.read('cv.html')).toString()).not.toContain('margin:4px')
})

test('a class has one name in the markup, in the style and in the scripts', async () => {
  const named = await builtProject({
    'site/src/elements/public.ts': `import styles from '../pages/home.module.css'\ndocument.title = styles.home ?? ''\n`,
  })
  const html = (await named.read('index.html')).toString()
  const [, name = ''] = /<div class="(_[\w-]+)"/.exec(html) ?? []
  expect(html).toContain(`.${name}{margin:2px}`)
  const [, script = ''] = /src="\/(assets\/public-[^"]+)"/.exec(html) ?? []
  expect((await named.read(script)).toString()).toMatch(new RegExp(`[\`"']${name}[\`"']`))
})

test('a file that only a page names is written', async () => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${' '.repeat(5_000)}</svg>`
  const changed = await builtProject({
    'site/src/pages/home.tsx': `import drawing from './drawing.svg'\nexport const Home = () => '<main id="top" class="x"><img src="' + drawing + '" alt=""></main>'\n`,
    'site/src/pages/drawing.svg': drawing,
  })
  const [, name = ''] = /<img src="\/([^"]+)"/.exec((await changed.read('index.html')).toString()) ?? []
  expect((await changed.read(name)).toString()).toBe(drawing)
})

test('the policy of the app alone admits the style of react-aria-components', async () => {
  const { headers, routes } = await project.manifest()
  const styles = (policy = '') => /style-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  const own = routes.filter(({ headers }) => headers[policyName]?.includes('style-src'))
  expect([...new Set(own.map(({ file }) => file))]).toEqual(['app.html'])
  const common = styles(headers[policyName])
  expect(styles(own[0]?.headers[policyName]).filter((source) => !common.includes(source))).toHaveLength(1)
})

test('the policy admits exactly the inline style and script, and no page has another', async () => {
  const { headers } = await project.manifest()
  const policy = headers[policyName] ?? ''
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const allowed = new Set<string>()
  for (const name of ['index.html', 'cv.html', '404.html', 'app.html']) {
    const html = (await project.read(name)).toString()
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
    expect(scripts).toHaveLength(name === 'app.html' ? 2 : 1)
    expect(styles).toHaveLength(1)
    for (const script of scripts) allowed.add(hash(script))
    expect(/style-src 'self' ([^;]*)/.exec(policy)?.[1]?.split(' ')).toContain(hash(styles[0] ?? ''))
    expect([...tags(html)].filter(({ attributes }) => attributes.has('style'))).toEqual([])
  }
  expect(/script-src 'self' ([^;]*)/.exec(policy)?.[1]?.split(' ')).toEqual([...allowed])
  expect(policy).toMatch(/^default-src 'none';.*; frame-src blob:;/)
  expect(policy).not.toContain('unsafe')
})

test('every file that is served exists, is measured right, and is the only one but for the three lists', async () => {
  const manifest = await project.manifest()
  const listed = new Set(['_site.json', '_headers', '_redirects'])
  for (const [name, file] of Object.entries(manifest.files)) {
    const content = await project.read(name)
    listed.add(name)
    expect(content.length).toBe(file.bytes)
    expect(file.etag).toMatch(/^"[\w-]{22}"$/)
    let smaller = content.length
    for (const copy of file.encodings.toReversed()) {
      const compressed = await project.read(copy.file)
      listed.add(copy.file)
      expect(compressed.length).toBe(copy.bytes)
      expect(copy.etag).not.toBe(file.etag)
      expect(copy.bytes).toBeLessThan(smaller)
      smaller = copy.bytes
      const plain = copy.encoding === 'br' ? brotliDecompressSync(compressed) : gunzipSync(compressed)
      expect(plain.equals(content)).toBe(true)
    }
  }
  expect(await filesBelow(project)).toEqual([...listed].sort())
  expect(manifest.files['index.html']?.encodings.map(({ encoding }) => encoding)).toEqual(['br', 'gzip'])
  const font = Object.keys(manifest.files).find((name) => name.endsWith('.woff2'))
  expect(manifest.files[font ?? '']?.encodings).toEqual([])
  for (const { file } of [...manifest.routes, manifest.notFound])
    expect(manifest.files).toHaveProperty([file])
})

test('what pages load is compressed as small as brotli can', async () => {
  const manifest = await project.manifest()
  const [name = '', file] =
    Object.entries(manifest.files).find(([name]) => /^assets\/public-/.test(name)) ?? []
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  const smallest = brotliCompressSync(await project.read(name), { params })
  expect(file?.encodings[0]?.bytes).toBe(smallest.length)
})

test('the manifest answers every kind of address', async () => {
  const manifest = await project.manifest()
  const route = (path: string) => manifest.routes.find((row) => row.path === path)
  const revalidated = { 'Cache-Control': 'no-cache' }
  const notIndexed = { 'X-Robots-Tag': 'noindex' }
  expect(route('/')).toMatchObject({ file: 'index.html', status: 200, headers: revalidated })
  expect(route('/cv')).toMatchObject({ file: 'cv.html', status: 200 })
  expect(route('/desk')).toMatchObject({ file: 'app.html', status: 200, headers: notIndexed })
  expect(route('/reset/:id/:token')).toMatchObject({ file: 'app.html' })
  expect(route('/404')).toBeUndefined()
  expect(manifest.notFound).toMatchObject({ file: '404.html', status: 404 })
  expect(manifest.redirects).toEqual([
    { from: '/index.html', to: '/', status: 301 },
    { from: '/cv.html', to: '/cv', status: 301 },
    { from: '/cv/', to: '/cv', status: 301 },
    { from: '/desk/', to: '/desk', status: 301 },
    { from: '/notes/once', to: '/notes/second', status: 301 },
    { from: '/work/old-shelf', to: '/projects/shelf', status: 301 },
    { from: '/CV', to: '/cv', status: 301 },
    { from: '/Cv', to: '/cv', status: 301 },
  ])
  expect(manifest.proxies).toContainEqual({ path: '/api/*', to: null })
  expect((await project.read('_redirects')).toString()).not.toContain(':splat')
  const assets = manifest.routes.filter(({ path }) => path.startsWith('/assets/'))
  expect(assets.length).toBeGreaterThan(5)
  for (const { headers } of assets) expect(headers['Cache-Control']).toContain('immutable')
})

test('of the files that have the same name in each build, all are known without a build', async () => {
  const project = await builtProject({}, { siteUrl: 'https://ann.example.test' })
  const { files, routes } = await project.manifest()
  const written = routes.filter(({ file }) => !file.endsWith('.html')).map(({ path }) => path)
  const isKnown = pathMatcher({ routes: [], proxies: builtFiles.map((path) => ({ path })) })
  expect(written.filter((path) => !isKnown(path))).toEqual([])
  expect(builtFiles.filter((path) => !path.endsWith('*') && !(path.slice(1) in files))).toEqual([])
})

test('the files for the CDN agree with the manifest, and the API of another origin may be called', async () => {
  const project = await builtProject({}, { apiOrigin: 'https://api.example.test' })
  const manifest = await project.manifest()
  const rules = parseHeaders((await project.read('_headers')).toString())
  // A browser applies each of the joined policies; site/e2e/cdn.spec.ts compares what all of them allow.
  const policiesOf = (path: string) => headersAt(rules, path)[policyName]?.split(',') ?? []
  for (const { path, file, headers } of manifest.routes) {
    const own = { ...manifest.headers, ...headers }
    expect({ ...headersAt(rules, path), [policyName]: undefined }).toEqual({
      ...own,
      [policyName]: undefined,
    })
    if (file.endsWith('.html')) expect(policiesOf(path)).toContain(own[policyName])
  }
  expect(headersAt(rules, '/nowhere')).toEqual({ ...manifest.headers, [policyName]: policiesOf('/')[0] })
  const redirects = (await project.read('_redirects')).toString().trim().split('\n')
  for (const { path, file } of manifest.routes) {
    expect(redirects.includes(`${path} /app.html 200`)).toBe(file === 'app.html')
  }
  // The CDN knows the other spellings, and would go round in circles.
  expect(redirects.filter((rule) => rule.endsWith(' 301'))).toEqual([
    '/notes/once /notes/second 301',
    '/work/old-shelf /projects/shelf 301',
    '/CV /cv 301',
    '/Cv /cv 301',
  ])
  for (const { path, to } of manifest.proxies) {
    expect(to).toBe(`https://api.example.test${path}`)
    expect(redirects).toContain(`${path} https://api.example.test${path.replace('*', ':splat')} 200!`)
  }
  const policy = manifest.headers[policyName]
  expect(policy).toContain("connect-src 'self' https://api.example.test;")
  expect(policy).toContain("img-src 'self' data: blob: https://api.example.test;")
})

test('browsers use https for two years if the site does', async () => {
  for (const [options, value] of [
    [{ siteUrl: 'https://example.test' }, 'max-age=63072000'],
    [{ siteUrl: 'http://example.test' }, undefined],
    [{}, undefined],
  ] as const) {
    const rules = parseHeaders((await (await builtProject({}, options)).read('_headers')).toString())
    for (const path of ['/', '/nowhere'])
      expect(headersAt(rules, path)['Strict-Transport-Security']).toBe(value)
  }
})

test('a preview calls its own origin, where only images are proxied', async () => {
  const options = { apiOrigin: 'https://api.example.test', preview: true }
  const project = await builtProject({}, options)
  const redirects = (await project.read('_redirects')).toString()
  expect(redirects.match(/^.*:splat.*$/gm)).toEqual(['/media/* https://api.example.test/media/:splat 200!'])
  expect((await project.manifest()).headers[policyName]).not.toContain('api.example.test')
  for (const name of (await filesBelow(project)).filter((file) => file.endsWith('.js')))
    expect((await project.read(name)).toString()).not.toContain('api.example.test')
})

test('the same sources give the same bytes, with caches and without', async () => {
  const [one, two] = await Promise.all([builtProject(), builtProject()])
  await two.build()
  const names = await filesBelow(one)
  expect(await filesBelow(two)).toEqual(names)
  for (const name of names) expect((await one.read(name)).equals(await two.read(name)), name).toBe(true)
})

test('the build reports each page with its bytes, the scripts, and its time', async () => {
  const report = project.output.join('\n')
  const { bytes, encodings } = (await project.manifest()).files['cv.html'] ?? { bytes: 0, encodings: [] }
  const sizes = [bytes, encodings[1]?.bytes, encodings[0]?.bytes].map((size) => size?.toLocaleString('en'))
  expect(report).toMatch(new RegExp(`^/cv +${sizes.join(' +')}$`, 'm'))
  expect(report).toMatch(/^scripts of public pages, br +[\d,]+$/m)
  expect(report).toMatch(/^… with a session +[\d,]+$/m)
  expect(report).toMatch(/^3 pages built in \d+ ms$/m)
})

test('a failed build keeps the previous site', async () => {
  const project = await builtProject()
  const before = await filesBelow(project)
  await change(project.folder, { 'content/about.md': 'no front matter' })
  await expect(project.build()).rejects.toThrow('content/about.md:1')
  expect(await filesBelow(project)).toEqual(before)
  expect(await readdir(`${project.folder}/cache/ssg`)).toEqual(['compressed', 'drawn'])
})

test('compressed files are cached, and a damaged file of the cache is made again', async () => {
  const project = await builtProject()
  const cache = `${project.folder}/cache/ssg/compressed`
  const [damaged = '', ...others] = (await readdir(cache)).map((name) => `${cache}/${name}`)
  const inodes = () => Promise.all([damaged, ...others].map(async (path) => (await stat(path)).ino))
  const read = async () =>
    Promise.all((await filesBelow(project)).map(async (name) => [name, await project.read(name)]))
  const [before, [first, ...rest]] = [await read(), await inodes()]
  await writeFile(damaged, 'damaged')
  for (let count = 0; count < 200; count++) {
    await writeFile(`${cache}/${count}`, 'of an earlier build')
    await utimes(`${cache}/${count}`, 1, 1)
  }
  await project.build()
  expect(await readdir(cache)).toHaveLength(1 + others.length)
  expect(await read()).toEqual(before)
  const [firstAfter, ...restAfter] = await inodes()
  expect(firstAfter).not.toBe(first)
  expect(restAfter).toEqual(rest)
})

test('a new build leaves nothing of the previous site', async () => {
  const project = await builtProject({ 'dist/assets/old.js': 'old' })
  expect(await filesBelow(project)).not.toContain('assets/old.js')
})

async function filesBelow({ dist }: Project): Promise<string[]> {
  const found = await readdir(dist, { recursive: true, withFileTypes: true })
  return found
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`.slice(dist.length + 1))
    .sort()
}

type Rules = [pattern: string, headers: Record<string, string>][]

function parseHeaders(text: string): Rules {
  const rules: Rules = []
  for (const line of text.trimEnd().split('\n')) {
    const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
    const last = rules.at(-1)
    if (name === undefined || value === undefined) rules.push([line, {}])
    else if (last) last[1][name] = value
  }
  return rules
}

/** As the CDN does it: all rules that match count, and values of one header are joined. */
function headersAt(rules: Rules, path: string): SiteManifest['headers'] {
  const found: Record<string, string> = {}
  for (const [pattern, headers] of rules) {
    const matches = pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
    if (!matches) continue
    for (const [name, value] of Object.entries(headers)) {
      found[name] = name in found ? `${found[name] ?? ''},${value}` : value
    }
  }
  return found
}
