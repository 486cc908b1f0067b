// The site for measurements in a browser: the real server with sample data behind a mirror that can replace answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join, resolve } from 'node:path'
import process from 'node:process'
import puppeteer from 'puppeteer-core'

const root = resolve(import.meta.dirname, '../..')
export const lost = '/no-such-page'

/** Starts the site with the sample photos and documents. */
export async function startSite(folder) {
  const env = {
    ...process.env,
    LISTEN_ADDR: '127.0.0.1:0',
    DATA_DIR: folder,
    DATABASE_URL: '',
    STATIC_DIR: join(root, 'dist'),
  }
  const binary = join(root, 'bin/portfolio')
  await once(spawn(binary, ['demo'], { env, stdio: 'ignore' }), 'close')
  const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  server.stdout.on('data', (piece) => (output += String(piece)))
  while (!output.includes('Serving on ')) {
    const piece = await Promise.race([once(server.stdout, 'data'), once(server, 'close')])
    if (typeof piece[0] === 'number') throw new Error(`The server has ended: ${output}`)
  }
  return { url: /^Serving on (\S+)/m.exec(output)[1], stop: () => server.kill() }
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
