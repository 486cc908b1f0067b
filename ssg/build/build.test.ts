import { createHash } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accentStyle } from '../model/accent.ts'
import { pathMatcher } from '../model/links.ts'
import { builtFiles } from '../model/addresses.ts'
import { tags } from '../document/markup.ts'
import { site } from '../testing/files.ts'
import { builtProject, change, type Project } from '../testing/project.ts'

const policyName = 'Content-Security-Policy'
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${' '.repeat(5_000)}</svg>`
let project: Project
/** Another one, that knows its address. */
let changed: Project

beforeAll(async () => {
  project = await builtProject({}, {}, afterAll)
  const changes = {
    'content/site.md': site({ accent: 'teal', logo_letter: '"7"' }),
    'site/src/pages/parts/card.ts': `import styles from './card.module.css'\nexport const card = styles['card'] ?? ''\n`,
    'site/src/pages/parts/card.module.css': '.card { margin: 4px; }\n.other { margin: 5px; }\n',
    'site/src/pages/home.tsx': `import { card } from './parts/card'
import drawing from './drawing.svg'
import styles from './home.module.css'
export const Home = (html: string) =>
  '<p class="' + card + ' ' + styles.home + '">' + html + '<img src="' + drawing + '" alt=""></p>'\n`,
    'site/src/pages/other.tsx': `import { card } from './parts/card'\nexport const text = card\n`,
    'site/src/pages/drawing.svg': drawing,
    'site/src/elements/public.ts': `import styles from '../pages/home.module.css'\ndocument.title = styles.home ?? ''\n`,
  }
  changed = await builtProject(changes, { siteUrl: 'https://ann.example.test' }, afterAll)
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
  // Some of its addresses hold a token, which no request may carry along.
  expect(app.indexOf('<meta name="referrer" content="no-referrer">')).toBeGreaterThan(0)
  expect(app.indexOf('name="referrer"')).toBeLessThan(app.indexOf('<link'))
  expect((await project.read('index.html')).toString()).not.toContain('name="referrer"')
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
  for (const name of ['index.html', '404.html', 'app.html'])
    expect((await changed.read(name)).toString()).toContain(`${accentStyle('teal')}</style>`)
  expect((await changed.read('app.html')).toString()).toContain('<meta name="logo-letter" content="7">')
  expect((await project.read('app.html')).toString()).toContain('<meta name="logo-letter" content="A">')
})

test('a page has shared styles before its own', async () => {
  const html = (await changed.read('index.html')).toString()
  expect(html).toMatch(/margin:1px.*margin:4px.*margin:2px/)
  expect((await changed.read('cv.html')).toString()).not.toContain('margin:4px')
})

test('a class has one name in the markup, in the style and in the scripts', async () => {
  const html = (await changed.read('index.html')).toString()
  const [, name = ''] = /<p class="_[\w-]+ (_[\w-]+)"/.exec(html) ?? []
  expect(html).toContain(`.${name}{margin:2px}`)
  const [, script = ''] = /src="\/(assets\/public-[^"]+)"/.exec(html) ?? []
  expect((await changed.read(script)).toString()).toMatch(new RegExp(`[\`"']${name}[\`"']`))
})

test('a file that only a page names is written', async () => {
  const [, name = ''] = /<img src="\/([^"]+)"/.exec((await changed.read('index.html')).toString()) ?? []
  expect((await changed.read(name)).toString()).toBe(drawing)
})

test('the policy of the app alone admits the styles of react-aria-components', async () => {
  const { headers, routes } = await project.manifest()
  const styles = (policy = '') => /style-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  const own = routes.filter(({ headers }) => headers[policyName]?.includes('style-src'))
  expect([...new Set(own.map(({ file }) => file))]).toEqual(['app.html'])
  const common = styles(headers[policyName])
  expect(styles(own[0]?.headers[policyName]).filter((source) => !common.includes(source))).toHaveLength(2)
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
    { from: '/notes/once/', to: '/notes/second', status: 301 },
    { from: '/2019/\u00dcber-uns', to: '/notes/second', status: 301 },
    { from: '/2019/\u00dcber-uns/', to: '/notes/second', status: 301 },
    { from: '/2019/U\u0308ber-uns', to: '/notes/second', status: 301 },
    { from: '/2019/U\u0308ber-uns/', to: '/notes/second', status: 301 },
    { from: '/work/old-shelf', to: '/projects/shelf', status: 301 },
    { from: '/work/old-shelf/', to: '/projects/shelf', status: 301 },
    { from: '/CV', to: '/cv', status: 301 },
    { from: '/Cv', to: '/cv', status: 301 },
  ])
  expect(manifest.proxies).toContainEqual({ path: '/api/*', to: null })
  expect(route('/cv.pdf')?.headers).not.toHaveProperty('Link')
  expect((await project.read('card.vcf')).toString()).not.toMatch(/^URL:/m)
  const redirects = (await project.read('_redirects')).toString()
  expect(redirects).not.toContain(':splat')
  // The CDN knows the other spellings, and would go round in circles.
  expect(redirects.match(/^.* 301$/gm)).toEqual([
    '/notes/once /notes/second 301',
    '/notes/once/ /notes/second 301',
    '/2019/%C3%9Cber-uns /notes/second 301',
    '/2019/%C3%9Cber-uns/ /notes/second 301',
    '/2019/U%CC%88ber-uns /notes/second 301',
    '/2019/U%CC%88ber-uns/ /notes/second 301',
    '/work/old-shelf /projects/shelf 301',
    '/work/old-shelf/ /projects/shelf 301',
    '/CV /cv 301',
    '/Cv /cv 301',
  ])
  const assets = manifest.routes.filter(({ path }) => path.startsWith('/assets/'))
  expect(assets.length).toBeGreaterThan(5)
  for (const { headers } of assets) expect(headers['Cache-Control']).toContain('immutable')
})

test('of the files that have the same name in each build, all are known without a build', async () => {
  const { files, routes } = await changed.manifest()
  const written = routes.filter(({ file }) => !file.endsWith('.html')).map(({ path }) => path)
  const isKnown = pathMatcher({ routes: [], proxies: builtFiles.map((path) => ({ path })) })
  expect(written.filter((path) => !isKnown(path))).toEqual([])
  expect(builtFiles.filter((path) => !path.endsWith('*') && !(path.slice(1) in files))).toEqual([])
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

test('the same sources give the same bytes, with caches and without, and nothing is left of before', async () => {
  const two = await builtProject({ 'dist/assets/old.js': 'old' })
  await two.build()
  const names = await filesBelow(project)
  expect(await filesBelow(two)).toEqual(names)
  for (const name of names) expect((await project.read(name)).equals(await two.read(name)), name).toBe(true)
})

test('the build reports its pages and its time', () => {
  const report = project.output.join('\n')
  expect(report).toMatch(/^3 pages built in \d+ ms$/m)
  expect(report).toContain('no API is named')
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

async function filesBelow({ dist }: Project): Promise<string[]> {
  const found = await readdir(dist, { recursive: true, withFileTypes: true })
  return found
    .filter((item) => item.isFile())
    .map((item) => `${item.parentPath}/${item.name}`.slice(dist.length + 1))
    .sort()
}
