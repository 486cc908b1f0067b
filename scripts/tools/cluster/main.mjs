// Entry point of the cluster drills; see scripts/tools/cluster/run.
import { rm } from 'node:fs/promises'
import { nginx } from './balancers.mjs'
import { Cluster } from './cluster.mjs'
import { dir } from './processes.mjs'

const cluster = new Cluster()

async function serve() {
  cluster.demo = ['demo']
  await cluster.start()
  const address = await cluster.balance(nginx)
  console.log(cluster.account)
  console.log(`Serving on http://${address} by three replicas (Ctrl-C ends all)`)
  await new Promise(() => undefined)
}

const modes = {
  serve,
  test: async (...args) => (await import('./faults.mjs')).test(cluster, ...args),
  restarts: async (...args) => (await import('./restarts.mjs')).restarts(cluster, ...args),
}

// The parent shell stops the remaining processes, unless it was killed itself.
const shell = process.ppid
let interrupt
const interrupted = new Promise((resolve) => (interrupt = () => resolve(130)))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
setInterval(() => process.ppid === shell || interrupt(), 500).unref()

const [mode = 'serve', ...args] = process.argv.slice(2)
const work = modes[mode](...args).catch((error) => {
  console.error(error)
  return 1
})
const code = await Promise.race([work, interrupted])
await cluster.stop()
await rm(dir, { recursive: true })
process.exit(code)
