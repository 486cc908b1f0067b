// Rolling restarts while clients send requests.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { caddy, nginx } from './balancers.mjs'
import { Client, Record } from './clients.mjs'
import { dir } from './processes.mjs'

const rate = 500

/** Number of each kind among a thousand requests; the rest read pages, lists and profiles. */
const writes = {
  rename: 120,
  refresh: 120,
  retitle: 20,
  appToken: 5,
  gallery: 2,
  signIn: 3,
  upload: 8,
  mail: 6,
}
const reads = [
  '/',
  '/cv',
  '/api/photos/images/?gallery_slug=page-logos',
  '/api/users/profile/',
  '/api/documents/categories/',
]
const turns = Object.entries(writes).flatMap(([name, share]) => Array(share).fill(name))

/** Sends 500 requests a second without retries. Anything but success counts as failed. */
class Visitor extends Client {
  async attempt(kind, [method, path, options], success, done) {
    const answer = await this.send(method, path, options)
    if (answer.status !== success) return this.violation(`${kind} failed`, answer)
    this.acknowledge(kind)
    return done(answer.body)
  }

  async mail() {
    const done = () => (this.mails = (this.mails ?? 0) + 1)
    await this.attempt(
      'mail',
      ['POST', '/backend/forgotpasswordreset/', { json: { email: this.email } }],
      200,
      done,
    )
  }

  async get() {
    const path = reads[this.written % reads.length]
    await this.attempt('read', ['GET', path], 200, () => undefined)
  }

  async run(interval, stopped) {
    const start = Date.now()
    for (; !stopped(); this.written++) {
      const turn = (this.turn = (this.turn + 371) % 1000)
      await this[turns[turn] ?? 'get']()
      await sleep(Math.max(0, start + this.written * interval - Date.now()))
    }
  }
}

/** A client that uses the ready replicas in turn and never retries. */
class RoundRobin extends Visitor {
  static watch(replicas, stopped) {
    RoundRobin.ready = replicas
    const watch = async () => {
      while (!stopped()) {
        const answers = await Promise.all(replicas.map((replica) => replica.isReady()))
        RoundRobin.ready = replicas.filter((_, index) => answers[index])
        await sleep(200)
      }
    }
    return watch()
  }

  async send(method, path, options) {
    RoundRobin.next = (RoundRobin.next ?? 0) + 1
    const { ready, next } = RoundRobin
    this.address = ready[next % ready.length].address
    return super.send(method, path, options)
  }
}

/** Restarts replicas `count` times, one at a time, under load; resolves with the results of the requests. */
async function restartBehind(name, cluster, visitors, count) {
  const record = visitors[0].record
  const begun = Date.now()
  let ended = false
  const stopped = () => ended
  const asking = visitors.map((visitor) => visitor.run((visitors.length * 1000) / rate, stopped))
  const watching = RoundRobin.watch(cluster.replicas, stopped)
  let slowest = 0
  for (let index = 0; index < count; index++) {
    const replica = cluster.replicas[index % cluster.replicas.length]
    const told = Date.now()
    await replica.process.stop('SIGTERM')
    slowest = Math.max(slowest, Date.now() - told)
    await replica.start()
    // Wait for the load balancer's health checks.
    await sleep(700)
  }
  ended = true
  await Promise.all([...asking, watching])
  const seconds = (Date.now() - begun) / 1000
  const perSecond = (record.writes / seconds).toFixed(0)
  console.log(
    `${name}: ${count} restarts, ${record.writes} requests, ${perSecond} a second, ${record.violations.length} failed; the slowest end took ${slowest} ms`,
  )
  console.log(record.acknowledged, record.statuses)
  for (const violation of record.violations.slice(0, 20)) console.error(violation)
  return record.violations.length
}

/** Counts the password reset mails that the replicas have written as files. */
async function resetMails(replicas) {
  let count = 0
  for (const { name } of replicas) {
    const folder = join(dir, name, 'outbox')
    for (const file of await readdir(folder).catch(() => [])) {
      if (/^Subject: Reset/m.test(await readFile(join(folder, file), 'utf8'))) count++
    }
  }
  return count
}

/** scripts/drill restarts: exits 1 if a request failed or a mail is missing. */
export async function restarts(cluster, argument = '100') {
  const count = Number(argument)
  if (!(count > 0)) throw new Error(`${argument} is no number of restarts`)
  await cluster.start({ RATE_LIMIT: 'off', LOG_LEVEL: 'error' })
  let failed = 0
  let mails = 0
  for (const [name, kind, balancer] of [
    ['nginx', Visitor, nginx],
    ['Caddy', Visitor, caddy],
    ['round robin', RoundRobin],
  ]) {
    const address = balancer ? await cluster.balance(balancer) : cluster.replicas[0].address
    RoundRobin.ready = cluster.replicas
    const record = new Record()
    const visitors = Array.from(
      { length: 20 },
      (_, index) => new kind(`${name.replace(' ', '-').toLowerCase()}-${index}`, address, record),
    )
    await Promise.all(visitors.map((visitor) => visitor.begin(cluster)))
    Object.assign(record, new Record())
    failed += await restartBehind(name, cluster, visitors, count)
    mails += visitors.reduce((sum, visitor) => sum + (visitor.mails ?? 0), 0)
  }
  let written = 0
  for (const end = Date.now() + 30_000; Date.now() < end && written < mails; await sleep(500))
    written = await resetMails(cluster.replicas)
  console.log(`${mails} mails were asked for, ${written} were sent`)
  return failed > 0 || written !== mails ? 1 : 0
}
