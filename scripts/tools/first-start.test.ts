import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

// Each test compiles the server and builds the site, possibly on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const root = resolve(import.meta.dirname, '../..')
let clone: string

/** A fresh clone with installed packages and the test's own sample person. */
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'first-start-'))
  const parts = ['api', 'scripts', 'site', 'ssg', 'go.mod', 'go.sum', 'package.json', 'package-lock.json']
  for (const part of [...parts, 'tsconfig.json', 'vite.config.ts', 'content/README.md'])
    await cp(join(root, part), join(clone, part), { recursive: true, preserveTimestamps: true })
  await cp(join(root, 'ssg/testdata/content'), join(clone, 'content'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
})
afterAll(() => rm(clone, { recursive: true }))

/** Starts a script of the clone in its own process group, as a shell in a terminal does. */
function start(script: string, args: string[], variables: Record<string, string>) {
  // CI may force colours, which would break the patterns.
  const quiet = { METRICS_ADDR: 'none', PREFETCH_FROM: '', NO_COLOR: '1', FORCE_COLOR: undefined }
  // Vitest sets NODE_ENV, which would make a development build.
  const env: NodeJS.ProcessEnv = { ...process.env, ...quiet, NODE_ENV: undefined, ...variables }
  const child = spawn(join(clone, 'scripts', script), args, { cwd: clone, detached: true, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ctrlC = () => process.kill(-(child.pid ?? 0), 'SIGINT')
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) ctrlC()
  })
  /** Resolves with the first group of `pattern` when the output matches. */
  const found = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const [, match] = pattern.exec(output) ?? []
        if (match !== undefined) resolve(match)
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
      look()
      void ended.then((code) => reject(new Error(`It ended with ${String(code)}:\n${output}`)))
    })
  return { ended, ctrlC, found, text: () => output }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}

const gone = (address: string) => expect(fetch(address)).rejects.toThrow()

test('the first look at scripts/run shows banner and CV from the first byte', async () => {
  const { ended, ctrlC, found, text } = start('run', [], { LISTEN_ADDR: '127.0.0.1:0' })
  const address = await found(/Serving on (http:\S+)/)
  const page = async (path: string) => (await fetch(address + path)).text()
  expect(await page('/')).toMatch(/<img[^>]+src="\/media\//)
  expect(await page('/cv')).toMatch(/<a href="\/cv-download"[^>]*><svg.*?<\/svg>Download CV/)
  // Only a terminal shows the link and the account of the sample.
  expect(text()).toMatch(/pages built in[^]*portfolio setup-link prints the link for it\.\s+$/)
  expect(text()).not.toMatch(/password|\/setup#/)
  ctrlC()
  expect(await ended, text()).toBe(0)
  await gone(address)
})

test('scripts/dev straight after shows the pages with the API behind them, and leaves nothing running', async () => {
  const [port, apiPort] = [await freePort(), await freePort()]
  const variables = { LISTEN_ADDR: `127.0.0.1:${apiPort}`, DATA_DIR: join(clone, 'data-dev') }
  const { ended, ctrlC, found, text } = start('dev', [port], variables)
  expect(await found(/Local: +(http:\S+:\d+)/)).toBe(`http://127.0.0.1:${port}`)
  expect(text()).toContain('First start: adding the sample site')
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { Accept: 'text/html' } })
  expect(await (await get('/')).text()).toContain('<title>Ann Sample · Tester of builds</title>')
  expect((await get('/api/health/')).status).toBe(200)
  ctrlC()
  expect(await ended, text()).toBe(130)
  await gone(`http://127.0.0.1:${apiPort}/api/health/`)
  await gone(`http://127.0.0.1:${port}/`)
})
