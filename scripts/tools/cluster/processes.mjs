// Child processes. Each has its own log file and stays in this process group.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const dir = process.env.CLUSTER_DIR ?? ''

/** Repeats attempt until it returns a truthy value. After 60 seconds throws, naming `what`. */
export async function until(what, attempt, interval = 25) {
  const end = Date.now() + 60_000
  for (;;) {
    const result = await attempt()
    if (result) return result
    if (Date.now() > end) throw new Error(`waited for a minute: ${what}`)
    await sleep(interval)
  }
}

/** Starts a program. stop(signal) resolves when it has exited. */
export function start(name, command, args, options = {}) {
  const log = openSync(join(dir, `${name}.log`), 'a')
  const child = spawn(command, args, { stdio: ['ignore', log, log], ...options })
  const ended = once(child, 'exit').catch((error) => {
    throw new Error(`${command} could not be started: ${error.message}`)
  })
  ended.catch(() => undefined)
  const running = () => child.exitCode === null && child.signalCode === null
  const stop = async (signal = 'SIGTERM') => {
    if (running()) child.kill(signal)
    await ended
  }
  return { child, ended, running, stop }
}

/** Runs a program and resolves with its output; rejects with the output if the exit code is not 0. */
export async function run(command, args, { input = '', ...options } = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.on('error', () => undefined).end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`)
  return output.trim()
}

/** Finds a free port on 127.0.0.1 below the ephemeral range, so that a restarted program can have it again. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer().listen(port, '127.0.0.1')
    const [error] = await Promise.race([once(server, 'listening'), once(server, 'error').catch((e) => [e])])
    if (error) continue
    server.close()
    return port
  }
}
