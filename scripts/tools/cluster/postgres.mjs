// A PostgreSQL primary with a synchronous standby.
import { mkdir, rm, writeFile, appendFile, chown } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { dir, freePort, run, start, until } from './processes.mjs'

const programs = process.env.POSTGRES_PROGRAMS ?? ''
const password = randomBytes(18).toString('hex')
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
dynamic_shared_memory_type = mmap
# The data need not survive a power failure.
fsync = off
# Commits wait for the standby, so it must reconnect quickly after the primary restarts.
wal_retrieve_retry_interval = '100ms'
wal_receiver_status_interval = '1s'
`

/** Runs as the user postgres if started by root, because PostgreSQL refuses to run as root. */
async function serverUser() {
  if (process.getuid() !== 0) return {}
  return {
    uid: Number(await run('id', ['-u', 'postgres'])),
    gid: Number(await run('id', ['-g', 'postgres'])),
  }
}

/** One of the two servers. */
class Server {
  constructor(name, port, user) {
    this.port = port
    this.name = name
    this.folder = join(dir, name)
    this.data = join(this.folder, 'data')
    this.options = { ...user, cwd: '/', env: { ...process.env, PGPASSWORD: password } }
  }

  async emptyFolder() {
    await rm(this.folder, { recursive: true, force: true })
    await mkdir(this.folder)
    if (this.options.uid) await chown(this.folder, this.options.uid, this.options.gid)
  }

  program(name, ...args) {
    return run(join(programs, name), args, this.options)
  }

  sql(statement, database = 'postgres') {
    const address = `host=127.0.0.1 port=${this.port} user=postgres dbname=${database} connect_timeout=5`
    return this.program('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-c', statement, address)
  }

  /** Starts the server and returns when it accepts connections. */
  async start() {
    this.process = start(
      this.name,
      join(programs, 'postgres'),
      ['-D', this.data, '-p', this.port],
      this.options,
    )
    await until(`${this.name} answers`, async () => {
      if (!this.process.running()) throw new Error(`${this.name} ended: see ${this.name}.log`)
      return this.program('pg_isready', '-h', '127.0.0.1', '-p', this.port).catch(() => false)
    })
  }
}

/** The primary and the standby. */
export class Postgres {
  async start() {
    const user = await serverUser()
    this.primary = new Server('postgres-1', await freePort(), user)
    this.standby = new Server('postgres-2', await freePort(), user)
    const hosts = `127.0.0.1:${this.primary.port},127.0.0.1:${this.standby.port}`
    this.url = `postgres://portfolio:${password}@${hosts}/portfolio?sslmode=disable&target_session_attrs=read-write`

    await this.primary.emptyFolder()
    const passwordFile = join(dir, 'postgres-password')
    await writeFile(passwordFile, password, { mode: 0o644 })
    const auth = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
    await this.primary.program(
      'initdb',
      '-D',
      this.primary.data,
      ...auth,
      '--encoding=UTF8',
      '--locale=C',
      '-N',
    )
    await rm(passwordFile)
    await appendFile(join(this.primary.data, 'postgresql.conf'), settings)
    await this.primary.start()
    await this.primary.sql(`CREATE ROLE portfolio LOGIN PASSWORD '${password}'`)
    await this.primary.sql('CREATE DATABASE portfolio OWNER portfolio')
    await this.buildStandby()
  }

  /** Builds a new standby from the primary and makes commits wait for it. */
  async buildStandby() {
    await this.standby.emptyFolder()
    const from = ['-h', '127.0.0.1', '-p', this.primary.port, '-U', 'postgres']
    const slot = ['-R', '-C', '-S', 'standby']
    await this.standby.program(
      'pg_basebackup',
      '-D',
      this.standby.data,
      ...from,
      ...slot,
      '-c',
      'fast',
      '--no-sync',
    )
    await this.standby.start()
    await this.waitForStandbys('*')
    await this.synced()
  }

  async waitForStandbys(names, server = this.primary) {
    await server.sql(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await server.sql('SELECT pg_reload_conf()')
  }

  /** Returns when the standby has every acknowledged commit, and so may take over. */
  synced() {
    return until(
      'the standby is synchronous',
      async () => (await this.primary.sql('SELECT sync_state FROM pg_stat_replication')) === 'sync',
    )
  }

  /** Crashes and restarts the primary; returns when it accepts writes. */
  async restart() {
    await this.primary.process.stop('SIGQUIT')
    await this.primary.start()
  }

  /** Kills the primary and promotes the standby; returns when it accepts writes. Call buildStandby to get a standby again. */
  async failover() {
    await this.synced()
    await this.primary.process.stop('SIGQUIT')
    // The new primary has no standby yet, so commits must not wait.
    await this.waitForStandbys('', this.standby)
    await this.standby.sql('SELECT pg_promote()')
    ;[this.primary, this.standby] = [this.standby, this.primary]
  }

  /** Stops both servers. */
  async stop() {
    for (const server of [this.primary, this.standby]) await server?.process?.stop('SIGINT')
  }
}
