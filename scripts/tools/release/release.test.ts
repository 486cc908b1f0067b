// The archive of a release, which scripts/release makes, in an empty folder: nothing else of the project is there.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createBuilder, mergeConfig } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { siteConfig } from '../../../vite.config.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'release-'))
/** Of the programs on this machine, the server can start none. */
const environment: Record<string, string> = {
  DATA_DIR: join(folder, 'data'),
  METRICS_ADDR: 'none',
  LISTEN_ADDR: '',
  PATH: '/nowhere',
}
let server: ChildProcess
let origin = ''
let access = ''
const content = join(folder, 'content')

beforeAll(async () => {
  const archives = readdirSync(join(root, '.cache/release')).filter((name) => name.endsWith('.tar.gz'))
  expect(archives, 'Run scripts/release first; it makes one archive.').toHaveLength(1)
  execFileSync('tar', ['-xf', join(root, '.cache/release', archives[0] ?? ''), '-C', folder])
  environment.LISTEN_ADDR = `127.0.0.1:${await freePort()}`
  origin = `http://${environment.LISTEN_ADDR}`
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

test('one command serves the site and shows how to sign in, within ten seconds', async () => {
  const begin = performance.now()
  const output = await serve(/password +(\S+)/)
  const [, email = ''] = /e-mail +(\S+)/.exec(output) ?? []
  const [, password = ''] = /password +(\S+)/.exec(output) ?? []
  expect(output).toContain(`Serving on ${origin} `)
  access = (await call<{ access: string }>('POST', '/api/users/login/', { email, password })).access
  const seconds = (performance.now() - begin) / 1000
  console.log(`served and signed in after ${seconds.toFixed(1)} s`)
  // The limit is ten seconds; a machine that also runs other tests takes three times as long.
  expect(seconds).toBeLessThan(30)
  expect((await page('/')).includes('Edda Quillane')).toBe(true)
})

test('a build elsewhere cannot replace the content', async () => {
  const token = readFileSync(join(environment['DATA_DIR'] ?? '', 'build.token'), 'utf8').trim()
  const report = await fetch(`${origin}/api/content/files/`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ files: [{ path: 'about.md', text: '# About\n' }] }),
  })
  expect(report.status).toBe(409)
  expect(await report.text()).toContain('STATIC_DIR')
})

/** A change of each kind of page, and of what several pages and files show. */
const changes: Record<string, (text: string) => string> = {
  'site.md': (text) => text.replace('company: Quillane Works', 'company: Quillane & Döttir'),
  'home/hero.md': (text) => `${text}\nA line with *weight*, <script>alert(1)</script> and “quotes”.\n`,
  'cv/profile.md': (text) => `${text}\nReads naïve façades and ship's papers.\n`,
  'on-the-web/page.md': (text) => `${text}\nMore [about me](/about).\n`,
  'about.md': (text) => `${text}\n## A new part\n\n- one\n- two\n`,
  'terms.md': (text) => `${text}\nOne more sentence.\n`,
}

test('pages published in the browser are those of a build from the exported content, byte for byte', async () => {
  await emptyFrontPage()
  const { texts } = await call<Texts>('GET', '/api/content/texts/')
  const changed = Object.entries(changes).map(([path, change]) => {
    const file = texts.find((text) => text.path === path)?.file
    if (!file) throw new Error(`The site has no ${path}.`)
    expect(change(file.text)).not.toBe(file.text)
    return { path, text: change(file.text), base: file.hash }
  })
  await publish(changed)
  await vi.waitFor(
    async () => {
      const status = await call('GET', '/api/publishing/')
      expect(status).toMatchObject({ state: 'current', failure: '', unbuilt_texts: 0 })
      expect((await page('/about')).includes('A new part')).toBe(true)
    },
    { timeout: 60_000, interval: 250 },
  )

  mkdirSync(content)
  execFileSync(join(folder, 'portfolio'), ['content', 'export', '--all', content], {
    cwd: folder,
    env: environment,
  })
  await expectBuilt(await build(content), built)
})

async function expectBuilt(dist: string, files: Record<string, string>) {
  for (const [path, file] of Object.entries(files)) {
    const same = (await page(path)).equals(readFileSync(join(dist, file)))
    expect(same, path).toBe(true)
  }
}

const built: Record<string, string> = {
  '/': 'index.html',
  '/cv': 'cv.html',
  '/on-the-web': 'on-the-web.html',
  '/about': 'about.html',
  '/no-such-page': '404.html',
  '/login': 'app.html',
  '/cv.pdf': 'cv.pdf',
  '/cv.txt': 'cv.txt',
  '/resume.json': 'resume.json',
  '/card.vcf': 'card.vcf',
  '/robots.txt': 'robots.txt',
  '/site.webmanifest': 'site.webmanifest',
}

test('content that a build refuses does not reach the pages, and staff read why', async () => {
  const before = await page('/about')
  const text = '---\ntitle: About\n---\n\n![](picture.jpg)\n'
  const { texts } = await call<Texts>('GET', '/api/content/texts/')
  const file = texts.find(({ path }) => path === 'about.md')?.file
  await publish([{ path: 'about.md', text, base: file?.hash ?? '' }])
  await vi.waitFor(
    async () => {
      const status = await call('GET', '/api/publishing/')
      expect(status).toMatchObject({ failure: expect.stringContaining('content/about.md') as string })
    },
    { timeout: 60_000, interval: 250 },
  )
  expect((await page('/about')).equals(before)).toBe(true)
})

test('a start with such content serves the screens on which staff correct it; pages then name a new address', async () => {
  await stop()
  environment['PUBLIC_URL'] = 'https://edda.example.test'
  await serve(/Serving on (\S+)/)
  expect((await fetch(origin)).status).toBe(503)
  expect((await fetch(`${origin}/login`)).status).toBe(200)
  const { texts } = await call<Texts>('GET', '/api/content/texts/')
  const file = texts.find(({ path }) => path === 'about.md')?.file
  await publish([
    { path: 'about.md', text: readFileSync(join(content, 'about.md'), 'utf8'), base: file?.hash ?? '' },
  ])
  await vi.waitFor(
    async () => {
      expect(await call('GET', '/api/publishing/')).toMatchObject({ state: 'current', failure: '' })
      expect((await fetch(origin)).status).toBe(200)
    },
    { timeout: 60_000, interval: 250 },
  )
  // The app of a build contains the address; that of a release does not.
  const { '/login': app = '', ...pages } = built
  expect(app).toBe('app.html')
  await expectBuilt(await build(content, environment['PUBLIC_URL']), {
    ...pages,
    '/sitemap.xml': 'sitemap.xml',
  })
})

function serve(pattern: RegExp): Promise<string> {
  server = spawn(join(folder, 'portfolio'), ['serve'], { cwd: folder, env: environment })
  return printed(server, pattern)
}

async function stop() {
  const ended = once(server, 'exit')
  server.kill()
  await ended
}

const page = async (path: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer())

interface Texts {
  texts: { path: string; file: { text: string; hash: string } }[]
}

async function publish(texts: { path: string; text: string; base: string }[]) {
  const drafts: { path: string; revision: number }[] = []
  for (const text of texts) {
    const saved = await call<{ revision: number }>('PUT', '/api/content/drafts/', { ...text, revision: 0 })
    drafts.push({ path: text.path, revision: saved.revision })
  }
  await call('POST', '/api/content/publications/', { drafts })
}

/** The banner's photo and the CV come from the database, which a build from content alone does not ask. */
async function emptyFrontPage() {
  const images = await call<{ id: number }[]>('GET', '/api/photos/images/?gallery_slug=page-logos')
  for (const { id } of images) await call('DELETE', `/api/photos/images/${id}/`)
  const documents = await call<{ id: number; is_current: boolean }[]>('GET', '/api/documents/documents/')
  for (const { id, is_current } of documents)
    if (is_current) await call('DELETE', `/api/documents/documents/${id}/`)
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(access !== '' && { Authorization: `Bearer ${access}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} is answered by ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Builds the site from a content folder, without the API. */
async function build(content: string, siteUrl = ''): Promise<string> {
  const dist = join(folder, 'dist')
  vi.stubEnv('BAKE_FROM', 'none')
  vi.stubEnv('SITE_URL', siteUrl)
  // Vitest's own would make a development build of the app.
  vi.stubEnv('NODE_ENV', 'production')
  const builder = await createBuilder(
    mergeConfig(siteConfig(content, 'warn'), {
      configFile: false,
      build: { outDir: dist },
      logLevel: 'error',
    }),
    null,
  )
  await builder.buildApp()
  return dist
}

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  return new Promise((done, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString()
        if (pattern.test(output)) done(output)
      })
    child.once('exit', (code) => failed(new Error(`It ended with ${String(code)}:\n${output}`)))
  })
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
