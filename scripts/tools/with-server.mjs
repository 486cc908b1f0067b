// Runs a command beside the API, without pages: node scripts/tools/with-server.mjs [--demo] COMMAND [ARGUMENT …]
// --demo is an option of `portfolio serve`.
// Needs bin/portfolio. The command starts when the server is ready and finds it in LISTEN_ADDR. If one ends, the other is
// stopped. Exits with the command's code, or 128 plus the signal's number.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
const exitCode = (child) =>
  new Promise((resolve) => {
    child.once('error', ({ message }) => {
      console.error(`${child.spawnfile} could not be started: ${message}`)
      resolve(127)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })

const given = process.argv.slice(2)
const options = given[0] === '--demo' ? given.splice(0, 1) : []
const [name, ...args] = given
const server = spawn(join(import.meta.dirname, '../../bin/portfolio'), ['serve', ...options], {
  env: { METRICS_ADDR: 'none', ...process.env, STATIC_DIR: 'none' },
  stdio: ['ignore', 'pipe', 'inherit'],
  // A separate process group: Ctrl-C in the terminal reaches the command, and the server stops after it.
  detached: true,
})
const serverExit = exitCode(server)
let command
let interrupted

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const again = interrupted !== undefined
    interrupted = signal
    if (command && command.exitCode === null && command.signalCode === null) command.kill(signal)
    else server.kill(again ? 'SIGKILL' : 'SIGTERM')
  })
}

const found = new Promise((resolve) => {
  createInterface(server.stdout).on('line', (line) => {
    const [, address] = /^Serving on http:\/\/(\S+)/.exec(line) ?? []
    if (address === undefined) console.log(line)
    else resolve(address)
  })
})
const address = await Promise.race([found, serverExit.then(() => undefined)])
if (address === undefined || interrupted) {
  // The server has already printed the reason.
  const code = await serverExit
  process.exit(interrupted ? 128 + constants.signals[interrupted] : code || 1)
}
command = spawn(name, args, { env: { ...process.env, LISTEN_ADDR: address }, stdio: 'inherit' })
const commandExit = exitCode(command)
void serverExit.then(() => command.kill('SIGTERM'))
const code = await commandExit
server.kill('SIGTERM')
const serverCode = await serverExit
process.exit(code || serverCode)
