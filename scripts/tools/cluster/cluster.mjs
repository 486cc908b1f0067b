// A cluster: PostgreSQL with a standby, an S3 store, replicas of the server, and a load balancer.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { dir, freePort, run, start, until } from './processes.mjs'
import { Postgres } from './postgres.mjs'
import { send } from './requests.mjs'

const root = join(import.meta.dirname, '../../..')
export const binary = join(root, 'bin/portfolio')

/** A replica of the server. */
class Replica {
  constructor(name, port, settings) {
    this.name = name
    this.address = `127.0.0.1:${port}`
    this.env = { ...settings, LISTEN_ADDR: this.address, DATA_DIR: join(dir, name) }
  }

  /** Starts the replica, again if the database is down, and returns when it is ready. */
  async start() {
    await until(`${this.name} is ready`, async () => {
      if (!this.process?.running()) this.process = start(this.name, binary, ['serve'], { env: this.env })
      return this.isReady()
    })
  }

  /** Reports whether the replica accepts requests. */
  async isReady() {
    const timeout = AbortSignal.timeout(3000)
    const answer = await fetch(`http://${this.address}/api/health/`, { signal: timeout }).catch(
      () => undefined,
    )
    await answer?.body?.cancel()
    return answer?.status === 200
  }
}

/** The S3 store: versitygw on a folder. */
class Store {
  async start() {
    this.port ??= await freePort()
    const [buckets, metadata] = [join(dir, 'buckets'), join(dir, 'metadata')]
    await mkdir(join(buckets, 'portfolio'), { recursive: true })
    await mkdir(metadata, { recursive: true })
    const keys = ['--access', this.env.AWS_ACCESS_KEY_ID, '--secret', this.env.AWS_SECRET_ACCESS_KEY]
    const where = ['--port', `127.0.0.1:${this.port}`, '--quiet', 'posix', '--sidecar', metadata, buckets]
    this.process = start('store', process.env.S3_SERVER, [...keys, ...where])
    await until('the store answers', () => fetch(`http://127.0.0.1:${this.port}/`).catch(() => false))
  }

  env = { AWS_ACCESS_KEY_ID: 'cluster', AWS_SECRET_ACCESS_KEY: randomBytes(18).toString('hex') }
  get url() {
    return `s3://portfolio?region=us-east-1&endpoint=http://127.0.0.1:${this.port}`
  }
}

export class Cluster {
  postgres = new Postgres()
  store = new Store()
  replicas = []
  /** The command that makes the content; `account` is its output. */
  demo = ['demo', '--files=false']

  /** Starts everything except the load balancer. settings are extra environment variables of the replicas. */
  async start(settings = {}) {
    await Promise.all([this.postgres.start(), this.store.start()])
    this.env = {
      PATH: process.env.PATH,
      HOME: dir,
      DATABASE_URL: this.postgres.url,
      STORAGE_URL: this.store.url,
      ...this.store.env,
      SECRET_KEY: randomBytes(36).toString('base64'),
      BUILD_TOKEN: randomBytes(36).toString('base64'),
      TRUSTED_PROXIES: '127.0.0.1/32',
      METRICS_ADDR: 'none',
      LOG_LEVEL: 'warn',
      ...settings,
    }
    for (const number of [1, 2, 3]) {
      this.replicas.push(new Replica(`replica-${number}`, await freePort(), this.env))
    }
    this.account = await this.command(this.demo)
    await Promise.all(this.replicas.map((replica) => replica.start()))
    await until('every replica has the pages', async () => {
      const pages = await Promise.all(this.replicas.map(({ address }) => send(address, 'GET', '/')))
      return pages.every(({ status }) => status === 200)
    })
  }

  /** Runs a command of the portfolio binary. */
  command(args, input) {
    return run(binary, args, { env: { ...this.env, DATA_DIR: join(dir, 'replica-1') }, input })
  }

  /** Replaces the load balancer and returns the new one's address. */
  async balance(balancer) {
    await this.balancer?.stop()
    const address = `127.0.0.1:${await freePort()}`
    this.balancer = await balancer(
      address,
      this.replicas.map((replica) => replica.address),
    )
    await until('the balancer answers', () => fetch(`http://${address}/api/health/live/`).catch(() => false))
    return address
  }

  /** Stops everything, clients of a service before the service. */
  async stop() {
    await this.balancer?.stop()
    await Promise.all(this.replicas.map(({ process: server }) => server?.stop('SIGINT')))
    this.store.process?.child.kill('SIGCONT')
    await this.store.process?.stop()
    await this.postgres.stop()
  }
}
