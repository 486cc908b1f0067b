// The site for measurements in a browser: the real server with sample data behind a mirror that can replace answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import puppeteer from 'puppeteer-core'
import sharp from 'sharp'

const root = resolve(import.meta.dirname, '../..')
const binary = join(root, 'bin/portfolio')
export const lost = '/no-such-page'

/**
 * Starts the site with the sample photos and documents. Its pages are those of the folder `pages`; '' for a server that renders
 * them. `staff` may sign in.
 */
export async function startSite(folder, pages = join(root, 'dist')) {
  const env = {
    ...process.env,
    LISTEN_ADDR: '127.0.0.1:0',
    DATA_DIR: folder,
    DATABASE_URL: '',
    STATIC_DIR: pages,
  }
  const demo = spawn(binary, ['demo'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  demo.stdout.on('data', (piece) => (printed += String(piece)))
  await once(demo, 'close')
  const [, email, password] = /e-mail +(\S+)\s+password +(\S.*)/.exec(printed)
  const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  server.stdout.on('data', (piece) => (output += String(piece)))
  while (!output.includes('Serving on ')) {
    const piece = await Promise.race([once(server.stdout, 'data'), once(server, 'close')])
    if (typeof piece[0] === 'number') throw new Error(`The server has ended: ${output}`)
  }
  return { url: /^Serving on (\S+)/m.exec(output)[1], staff: { email, password }, stop: () => server.kill() }
}

/** The home page and the CV in Dutch. */
const dutch = {
  'site.md':
    'name: Edda Quillane\ninitials: EQ\nemail: edda@example.test\nrole: Technoloog met een bedrijfskundige achtergrond\ndescription: Edda Quillane helpt bedrijven beslissen wat ze bouwen.',
  'home/hero.md': 'tagline: Technologie met een balans en een geweten.',
  'cv/profile.md': 'title: Cv\ndescription: Het cv van Edda Quillane.\nheading: Curriculum vitae',
}

/** Adds Dutch to the site, whose data are in the folder. */
export async function addDutch({ url }, folder) {
  const content = join(folder, 'content')
  await cp(join(root, 'content'), content, { recursive: true })
  for (const [path, fields] of Object.entries(dutch)) {
    const file = join(content, 'nl', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `---\n${fields}\n---\n`)
  }
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }
  const [code] = await once(spawn(binary, ['content', 'import', content], { env, stdio: 'inherit' }), 'close')
  if (code !== 0) throw new Error(`The import has ended with ${code}.`)
  while ((await fetch(`${url}/nl/cv`)).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Portraits beside a panorama and squares, some as large as a camera's. */
const proportions = [
  [1500, 1000],
  [3000, 4000],
  [1200, 1200],
  [5200, 1300],
  [1080, 1920],
  [1600, 900],
  [4000, 3000],
  [800, 2400],
  [2048, 2048],
  [1000, 1500],
  [640, 480],
  [1500, 1000],
  [2400, 1000],
  [900, 1200],
]

/** Shows a gallery of mixed proportions on the site, at /gallery/mixed. */
export async function addGallery({ url, staff }) {
  const call = async (method, path, body, headers) => {
    const answer = await fetch(url + path, { method, body, headers })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const json = { 'Content-Type': 'application/json' }
  const { access } = await call('POST', '/api/users/login/', JSON.stringify(staff), json)
  const headers = { Authorization: `Bearer ${access}` }
  const gallery = JSON.stringify({ name: 'Mixed', description: 'Places by the sea.', shown: true })
  const { id } = await call('POST', '/api/photos/galleries/', gallery, { ...headers, ...json })
  for (const [index, [width, height]] of proportions.entries()) {
    // Enlarged noise compresses like a photo.
    const small = { width: width >> 2, height: height >> 2, channels: 3, background: '#468' }
    const noise = { type: 'gaussian', mean: 128, sigma: 30 }
    const grain = await sharp({ create: { ...small, noise } })
      .png()
      .toBuffer()
    const photo = await sharp(grain).resize(width, height, { fit: 'fill' }).jpeg({ quality: 85 }).toBuffer()
    const form = new FormData()
    form.append('image', new Blob([photo]), `photo-${index}.jpg`)
    form.append('title', `Photo ${index}`)
    form.append('alt_text', `The harbour, view ${index}`)
    form.append('gallery', String(id))
    await call('POST', '/api/photos/images/', form, headers)
  }
  const last = `Photo ${proportions.length - 1}<`
  while (!(await (await fetch(`${url}/gallery/mixed`)).text()).includes(last))
    await new Promise((resolve) => setTimeout(resolve, 200))
}

/**
 * Mirrors `site`. Answers the not-found page with 200, since Lighthouse measures only that, and replaces the answers of
 * the addresses in `pages`: `{ headers, body }`.
 */
export async function startMirror(site, pages = {}) {
  const mirror = createServer((incoming, answer) => {
    const page = pages[incoming.url]
    if (page) {
      answer.writeHead(200, page.headers)
      answer.end(page.body)
      return
    }
    const passed = request(
      site + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (response) => {
        const found = incoming.url === lost
        // With status 200 the page must not look hidden from search engines.
        if (found) delete response.headers['x-robots-tag']
        answer.writeHead(found ? 200 : response.statusCode, response.headers)
        response.pipe(answer)
      },
    )
    incoming.pipe(passed)
  })
  mirror.listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  return { url: `http://127.0.0.1:${mirror.address().port}`, stop: () => mirror.close() }
}

/** A browser with an empty profile. */
export function launch() {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return puppeteer.launch({
    executablePath: process.env.CHROME_PATH,
    args: [...asRoot, '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
