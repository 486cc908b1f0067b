import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

/** Prints the server's output and exits as the variable `END` says. */
const fakeServer = `#!/usr/bin/env node
import { createServer } from 'node:http'
if (process.env.END === 'at once') { console.error('LISTEN_ADDR is taken'); process.exit(69) }
const server = createServer((request, response) => {
  response.end(process.env.STATIC_DIR)
  if (request.url === '/end') process.exit(1)
}).listen(0, '127.0.0.1', () => console.log('Serving on http://127.0.0.1:' + server.address().port + ' (Ctrl-C stops)'))
process.on('SIGTERM', () => process.exit(0))
`

/** Runs a Node script beside the fake server, in its own process group. */
async function beside(script: string, env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'with-server-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'bin'))
  await mkdir(join(folder, 'scripts/tools'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'bin/portfolio'), fakeServer, { mode: 0o755 })
  await cp(join(import.meta.dirname, 'with-server.mjs'), join(folder, 'scripts/tools/with-server.mjs'))
  const args = ['scripts/tools/with-server.mjs', process.execPath, '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    detached: true,
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const text = () => output
  /** Resolves with the server's address as the command prints it. */
  const address = () =>
    vi.waitFor(() => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
      if (found === undefined) throw new Error(`No address in: ${output}`)
      return found
    }, 30_000)
  return { pid: child.pid ?? 0, ended, text, address }
}

const sayAddress = `const address = 'http://' + process.env.LISTEN_ADDR; console.log(address);`
const gone = (address: string) => expect(fetch(address)).rejects.toThrow()

test('the command finds an API that answers, and both have ended when it has', async () => {
  const { ended, text, address } = await beside(
    `${sayAddress} console.log('STATIC_DIR', await (await fetch(address)).text()); process.exitCode = 3`,
  )
  expect(await ended, text()).toBe(3)
  expect(text()).toContain('STATIC_DIR none')
  await gone(await address())
})

test.each([
  ['SIGINT', 130, 'the whole group, as Ctrl-C in a terminal'],
  ['SIGINT', 130, 'one process'],
  ['SIGTERM', 143, 'one process'],
  ['SIGHUP', 129, 'the whole group, as a terminal that is closed'],
] as const)('%s ends command and server with %i when sent to %#: %s', async (signal, code, to) => {
  const { pid, ended, text, address } = await beside(`${sayAddress} setInterval(() => {}, 1000)`)
  const server = await address()
  process.kill(to === 'one process' ? pid : -pid, signal)
  expect(await ended, text()).toBe(code)
  await gone(server)
})

test('a server that cannot start says why, and the command is not run', async () => {
  const { ended, text } = await beside(`console.log('ran')`, { END: 'at once' })
  expect(await ended).toBe(69)
  expect(text()).toBe('LISTEN_ADDR is taken\n')
})

test('a server that ends takes the command with it', async () => {
  const { ended, address } = await beside(`${sayAddress} setInterval(() => {}, 1000)`)
  await fetch(`${await address()}/end`).catch(() => undefined)
  expect(await ended).toBe(143)
})
