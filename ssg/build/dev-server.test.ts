import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { createServer } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { hero } from '../testing/files.ts'
import { change, contentFolder, tinyProject } from '../testing/project.ts'

const testdata = join(import.meta.dirname, '..', 'testdata')

async function serve(
  content = join(testdata, 'content'),
  atEnd: (clean: () => Promise<void>) => void = onTestFinished,
) {
  const project = await tinyProject({}, { content }, atEnd)
  const server = await createServer({ ...project.config(), server: { port: 0 } })
  atEnd(() => server.close())
  await server.listen()
  const origin = server.resolvedUrls?.local[0] ?? ''
  const get = (path: string, accept = 'text/html') =>
    fetch(new URL(path, origin), { headers: { Accept: accept } })
  const read = async (path: string, accept?: string) => (await get(path, accept)).text()
  return { server, get, read, folder: project.folder }
}

let shared: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  shared = await serve(undefined, afterAll)
})

test('every public page is rendered, with its style and the elements', async () => {
  const { get, read } = shared
  const response = await get('/')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<title>Ann Sample</title>')
  expect(html).toContain('<h1>Home</h1>')
  expect(html).toContain('src="/src/elements/public.ts"')
  expect(html).toContain('/@vite/client')
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, href = '']) => href)
  expect(sheets).toEqual(['/src/pages/base.css', '/src/pages/home.module.css'])
  const [, name = ''] = /<div class="([^"]+)"/.exec(html) ?? []
  expect(await read(sheets[1] ?? '', 'text/css')).toContain(`.${name} {`)
  const lost = await get('/nowhere')
  expect(lost.status).toBe(404)
  expect(await lost.text()).toContain('<h1>Lost</h1>')
})

test('the screens of the app answer with the document that it starts in', async () => {
  const { get } = shared
  for (const path of ['/desk', '/reset/1/2']) {
    const response = await get(path)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<header>Ann Sample</header><div id="root"></div>')
    expect(html).toContain('src="/src/app/main.tsx"')
  }
})

test('the fonts of the document are served', async () => {
  const { get, read } = shared
  const [, font = ''] = /href="(\/assets\/figtree-[\w-]+\.woff2)"/.exec(await read('/')) ?? []
  const response = await get(font)
  expect(response.headers.get('content-type')).toBe('font/woff2')
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
})

test("the CV's other forms are made on request", async () => {
  const { get, read } = shared
  const pdf = await get('/cv.pdf')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(await read('/cv.txt')).toContain('Ann Sample')
})

test('a change of the content is served at the next request, and reloads the page', async () => {
  // Vite does not watch node_modules, where the test's project is.
  const content = await contentFolder()
  const { server, read } = await serve(content)
  expect(await read('/')).not.toContain('Written again.')
  const send = vi.spyOn(server.environments.client.hot, 'send')
  await change(content, { 'home/hero.md': hero('Written again.') })
  await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'full-reload' }), 5_000)
  expect(await read('/')).toContain('Written again.')
})

test('a change of a page or its style is served at the next request, and reloads the page', async () => {
  const { server, read, folder } = await serve()
  await read('/')
  const send = vi.spyOn(server.environments.client.hot, 'send')
  const home = `import styles from './home.module.css'\nexport const Home = () => '<p id="top" class="' + styles.home + '">Changed.</p>'\n`
  for (const [name, text] of [
    ['site/src/pages/home.tsx', home],
    ['site/src/pages/home.module.css', '.home { margin: 7px; }'],
  ] as const) {
    send.mockClear()
    await change(folder, { [name]: text })
    // Vite does not watch node_modules, where the test's project is.
    server.watcher.emit('change', `${folder}/${name}`)
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: 'full-reload' }), 5_000)
  }
  expect(await read('/')).toContain('Changed.')
  expect(await read('/src/pages/home.module.css', 'text/css')).toContain('7px')
})

test('an image of the content is shown while developing', async () => {
  const image = sharp({ create: { width: 20, height: 10, channels: 3, background: '#fff' } })
  const content = await contentFolder({
    'home/p.jpg': await image.jpeg().toBuffer(),
    'home/hero.md': hero('![A wall](p.jpg)'),
  })
  const { get, read } = await serve(content)
  const html = await read('/')
  for (const [ending, type] of Object.entries({
    avif: 'image/avif',
    webp: 'image/webp',
    jpg: 'image/jpeg',
  })) {
    const [address = ''] = new RegExp(`/assets/p-20-[\\w-]+\\.${ending}`).exec(html) ?? []
    const response = await get(address)
    expect(response.headers.get('content-type')).toBe(type)
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(20)
  }
})

test('a diagnostic of the content is logged once, without a stack, until the file is corrected', async () => {
  const content = await contentFolder()
  const about = await readFile(join(content, 'about.md'), 'utf8')
  await change(content, { 'about.md': about.replace(/^heading:.*\n/m, '') })
  const { server, get } = await serve(content)
  const logged = vi.spyOn(server.config.logger, 'error').mockImplementation(() => undefined)
  const response = await get('/cv')
  expect(response.status).toBe(500)
  const diagnostic = /about\.md:1: The field \\*"heading\\*" is missing\./
  expect(await response.text()).toMatch(diagnostic)
  expect(logged).toHaveBeenCalledTimes(1)
  expect(logged.mock.calls[0]?.[0]).toMatch(diagnostic)
  expect(logged.mock.calls[0]?.[0]).not.toMatch(/^\s+at /m)
  await change(content, { 'about.md': about })
  await vi.waitFor(async () => expect((await get('/cv')).status).toBe(200), 5_000)
})
