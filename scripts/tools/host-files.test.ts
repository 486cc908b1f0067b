import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createBuilder, createLogger, mergeConfig } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SiteManifest } from '../../ssg/build/manifest.ts'
import { siteConfig } from '../../vite.config.ts'

const origin = 'https://api.example.com'
let folder: string

const prepare = async (host: string) => {
  await cp(join(folder, 'built'), join(folder, host), { recursive: true })
  execFileSync('node', ['scripts/tools/host-files.mjs', host, join(folder, host)])
  return (name: string) => readFile(join(folder, host, name), 'utf8')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-hosts-'))
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('PREFETCH_FROM', 'none')
  vi.stubEnv('API_ORIGIN', origin)
  // Each page has it several times, and is light all the same.
  vi.stubEnv('SITE_URL', 'https://www.ann-sample-the-tester.example.test')
  const content = resolve(import.meta.dirname, '../../ssg/testdata/content')
  const own = {
    configFile: false,
    customLogger: createLogger('silent'),
    build: { outDir: join(folder, 'built') },
  } as const
  const builder = await createBuilder(mergeConfig(siteConfig(content), own), null)
  await builder.buildApp()
  vi.unstubAllEnvs()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the images that shared links show are light', async () => {
  for (const page of ['index', 'cv', 'on-the-web', 'about']) {
    const html = await readFile(join(folder, `built/${page}.html`), 'utf8')
    const [, image = ''] = /property="og:image" content="https:[^"]*\/(assets\/share-[^"]+)"/.exec(html) ?? []
    expect((await readFile(join(folder, 'built', image))).length).toBeLessThan(40_000)
  }
})

test('public pages and their scripts are light', async () => {
  const site = JSON.parse(await readFile(join(folder, 'built/_site.json'), 'utf8')) as SiteManifest
  /** In bytes after brotli. */
  const weight = (name: string) =>
    site.files[name]?.encodings.find(({ encoding }) => encoding === 'br')?.bytes ?? NaN
  const documents = Object.keys(site.files).filter((name) => name.endsWith('.html') && name !== 'app.html')
  expect(documents.length).toBeGreaterThan(5)
  // Most visitors open the home page first.
  for (const name of documents)
    expect.soft(weight(name), name).toBeLessThanOrEqual(name === 'index.html' ? 7_450 : 8_000)

  const home = await readFile(join(folder, 'built/index.html'), 'utf8')
  const atOnce = [...home.matchAll(/(?:type="module" src|rel="modulepreload" href)="\/(assets\/[^"]+)"/g)]
  const first = atOnce.map(([, name = '']) => name)
  const all = new Set(first)
  for (const name of all)
    for (const [, next = ''] of (await readFile(join(folder, 'built', name), 'utf8')).matchAll(
      /["'`](?:\.\/|assets\/)([\w-]+\.js)["'`]/g,
    ))
      all.add(`assets/${next}`)
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + weight(name), 0)
  expect(all.size).toBeGreaterThan(first.length)
  expect(sum(first), 'scripts of each public page').toBeLessThanOrEqual(8_000)
  // No page has both the contact form and photos that open.
  for (const other of [/contact-form/, /photo-dialog|find-photo/]) {
    const loaded = [...all].filter((name) => !other.test(name))
    expect(loaded.length).toBeLessThan(all.size)
    expect(sum(loaded), 'with those that load later or with a session').toBeLessThanOrEqual(14_000)
  }
})

test('scripts load others beside them, because the server has them below /s/assets/ too', async () => {
  const names = await readdir(join(folder, 'built', 'assets'))
  for (const name of names.filter((each) => each.endsWith('.js')))
    expect
      .soft(await readFile(join(folder, 'built/assets', name), 'utf8'), name)
      .not.toMatch(/["'`]\/?assets\/[^"'`]+\.(?:js|css)["'`]/)
})

test("Cloudflare's limits hold, and each rule has a form that it supports", async () => {
  const list = join(folder, 'built', '_site.json')
  const site = JSON.parse(await readFile(list, 'utf8')) as SiteManifest
  const unknown = { path: '/nl/*', file: 'nl/404.html', status: 404, headers: { 'X-Robots-Tag': 'noindex' } }
  await writeFile(list, JSON.stringify({ ...site, routes: [...site.routes, unknown] }))
  const read = await prepare('cloudflare')
  const headers = (await read('_headers')).trimEnd().split('\n')
  const paths = headers.filter((line) => line.startsWith('/'))
  expect(paths.length).toBeLessThanOrEqual(100)
  // The rule would be for the pages below it, too.
  expect(paths).not.toContain('/nl/*')
  expect(new Set(paths).size).toBe(paths.length)
  expect(Math.max(...headers.map((line) => line.length))).toBeLessThanOrEqual(2000)
  expect(headers[1]).toMatch(/^ {2}Content-Security-Policy: default-src 'none'; /)
  const worker = headers.findIndex((line) => line.includes('wasm-worker'))
  expect(headers[worker + 1]).toBe('  ! Content-Security-Policy')
  expect(headers[worker + 2]).toContain("'wasm-unsafe-eval'")

  const redirects = (await read('_redirects')).trimEnd().split('\n')
  expect(redirects.length).toBeLessThanOrEqual(2000)
  expect(redirects.filter((line) => /[:*]/.test(line.split(' ')[0] ?? '')).length).toBeLessThanOrEqual(100)
  for (const line of redirects)
    expect(line).toMatch(/^\/\S+ (?:\/app 200|\/\S* 301|https:\/\/api\.example\.com\/\S+ 302)$/)
  expect(redirects).toContain('/login /app 200')
  expect(redirects).toContain('/Cv /cv 301')
  // Cloudflare compares each path unchanged.
  expect(redirects).toContain('/2019/%C3%9Cber-uns/ /notes/second 301')
  expect(redirects).toContain(`/media/* ${origin}/media/:splat 302`)
  expect(redirects.filter((line) => line.startsWith('/s/'))).toEqual([`/s/* ${origin}/s/:splat 302`])
})

test('pages on GitHub contain their policy, and addresses without a page lead on', async () => {
  const gallery = join(folder, 'built', 'gallery', 'harbour.html')
  await mkdir(dirname(gallery))
  await writeFile(
    gallery,
    '<meta charset="utf-8"><img src="/media/a.jpg" srcset="/media/a.jpg 1w, /media/b.jpg 2w">',
  )
  const read = await prepare('github')
  expect(await read('gallery/harbour.html')).toContain(
    `<img src="${origin}/media/a.jpg" srcset="${origin}/media/a.jpg 1w, ${origin}/media/b.jpg 2w">`,
  )
  for (const page of ['index.html', 'cv.html', '404.html', 'projects/doors.html']) {
    const html = await read(page)
    expect(html.match(/http-equiv="Content-Security-Policy"/g)).toHaveLength(1)
    expect(html).toMatch(
      /^<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; /,
    )
    expect(html).not.toContain('frame-ancestors')
  }
  expect(await read('login.html')).toContain(`content="0;url=${origin}/login"`)
  expect(await read('work/old-shelf/index.html')).toContain('content="0;url=/projects/shelf"')
  expect(await read('2019/Über-uns/index.html')).toContain('content="0;url=/notes/second"')
  expect(await read('backend/admin/index.html')).toContain(`content="0;url=${origin}/backend/admin"`)
  expect(await read('cv-download.html')).toContain(`href="${origin}/cv-download"`)
  const names = await readdir(join(folder, 'github'), { recursive: true })
  expect(names.filter((name) => /\.(?:br|gz)$|^_|^app\.html/.test(name))).toEqual([])
})
