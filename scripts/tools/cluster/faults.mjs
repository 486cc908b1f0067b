// Faults while clients write: replicas are killed, PostgreSQL restarts and fails over, and the store goes down.
import { setTimeout as sleep } from 'node:timers/promises'
import { nginx } from './balancers.mjs'
import { Client, Record } from './clients.mjs'
import { publishAndKill } from './pages.mjs'

const short = { seconds: 15, rate: 40, restarts: 3, failovers: 1, outages: 2 }
const long = { seconds: 600, rate: 200, restarts: 50, failovers: 5, outages: 20 }

/** Runs work `count` times, spread evenly over the seconds. A slow run delays the next. */
async function spread(count, seconds, work) {
  const start = Date.now()
  for (let index = 0; index < count; index++) {
    await sleep(Math.max(0, start + ((index + 0.5) * seconds * 1000) / count - Date.now()))
    await work(index)
  }
}

/** Kills a replica as if its machine had lost power, and starts it again. */
async function killReplica(cluster, index) {
  const replica = cluster.replicas[index % cluster.replicas.length]
  await replica.process.stop('SIGKILL')
  await replica.start()
}

/** Freezes the store for a while, or kills and restarts it. */
async function storeOutage({ store }, index) {
  if (index % 2 === 0) {
    store.process.child.kill('SIGSTOP')
    await sleep(2000)
    store.process.child.kill('SIGCONT')
  } else {
    await store.process.stop('SIGKILL')
    await sleep(2000)
    await store.start()
  }
}

/** Writes continuously, to measure how soon writes succeed after the database returns. */
class Prober extends Client {
  answers = []

  async run(stopped) {
    for (let count = 1; !stopped(); count++) {
      if (count % 500 === 0) await this.refresh()
      const asked = Date.now()
      const { status } = await this.send('PATCH', '/api/users/profile/', {
        json: { last_name: `Probe ${asked}` },
      })
      this.answers.push({ asked, answered: Date.now(), status })
      await sleep(20)
    }
  }

  /** Returns the milliseconds from `returned` to the first success and to the last failed request before `end`. */
  recovery(returned, end) {
    const after = this.answers.filter(({ answered }) => answered >= returned && answered < end)
    const good = after.find(({ status }) => status === 200)
    // nginx answers 502 for a killed replica.
    const refused = after.findLast(({ status }) => status !== 200 && status !== 502)
    return {
      good: (good?.answered ?? end) - returned,
      refused: Math.max(0, (refused?.asked ?? returned) - returned),
    }
  }
}

/** Alternates restarts and failovers. Resolves with each fault, its start and when the database accepted writes again. */
async function databaseFaults(cluster, { seconds, restarts, failovers }) {
  const events = []
  const total = restarts + failovers
  await spread(total, seconds, async (index) => {
    const isFailover = Math.floor(((index + 1) * failovers) / total) > Math.floor((index * failovers) / total)
    const event = { kind: isFailover ? 'failover' : 'restart', began: Date.now() }
    await cluster.postgres[event.kind]()
    events.push({ ...event, returned: Date.now() })
    if (isFailover) await cluster.postgres.buildStandby()
  })
  return events
}

function report(record, prober, events, seconds) {
  console.log(
    `${record.writes} writes were acknowledged in ${seconds.toFixed(0)} s, ${(record.writes / seconds).toFixed(0)} a second:`,
  )
  console.log(record.acknowledged)
  console.log('Answers by status, 0 for none:', record.statuses)
  console.log(`${record.looks} times a client did not know what became of a write, and looked.`)
  let slowest = 0
  for (const kind of ['restart', 'failover']) {
    const recoveries = events.flatMap((event, index) =>
      event.kind === kind ? [prober.recovery(event.returned, events[index + 1]?.began ?? Date.now())] : [],
    )
    for (const [key, name] of Object.entries({ good: 'first good write', refused: 'last refused write' })) {
      const times = recoveries.map((recovery) => recovery[key]).toSorted((a, b) => a - b)
      console.log(
        `${times.length} × ${kind}, ms until the ${name}: median ${times[times.length >> 1]}, at most ${times.at(-1)}`,
      )
      slowest = Math.max(slowest, times.at(-1))
    }
  }
  return slowest
}

/** scripts/drill cluster: exits 1 if a write was lost or doubled, a session ended, or the stored files are wrong. */
export async function test(cluster, argument) {
  const isShort = argument === '--short'
  const plan = isShort ? short : { ...long, seconds: Number(argument ?? long.seconds) }
  if (!(plan.seconds > 0)) throw new Error(`${argument} is no number of seconds`)
  await cluster.start({ RATE_LIMIT: 'off', LOG_LEVEL: 'error' })
  const late = await publishAndKill(cluster)
  const address = await cluster.balance(nginx)

  const record = new Record()
  const clients = Array.from(
    { length: plan.rate / 8 },
    (_, index) => new Client(`client-${index}`, address, record),
  )
  const prober = new Prober('prober', address, new Record())
  await Promise.all([...clients, prober].map((client) => client.begin(cluster)))
  Object.assign(record, new Record())

  const start = Date.now()
  let ended = false
  const stopped = () => ended
  const writing = [
    ...clients.map((client) => client.guarded(() => client.write(plan.rate / clients.length, stopped))),
    prober.run(stopped),
  ]
  console.log(`${clients.length} clients write ${plan.rate} times a second for ${plan.seconds} s …`)
  const [events] = await Promise.all([
    databaseFaults(cluster, plan),
    spread(Math.floor(plan.seconds / 3), plan.seconds, (index) => killReplica(cluster, index)),
    spread(plan.outages, plan.seconds, (index) => storeOutage(cluster, index)),
  ])
  ended = true
  await Promise.all(writing)
  const slowest = report(record, prober, events, (Date.now() - start) / 1000)

  const [images, galleries] = [
    await clients[0].readAtLast('/api/photos/images/'),
    await clients[0].readAtLast('/api/photos/galleries/'),
  ]
  await Promise.all(clients.map((client) => client.guarded(() => client.verify(images, galleries))))
  for (const violation of record.violations.slice(0, 50)) console.error(violation)
  const fsck = await cluster.command(['fsck'])
  console.log(fsck)
  const slow = !isShort && slowest > 1000
  if (slow) console.error('Good answers took more than a second to come back.')
  console.log(
    record.violations.length === 0
      ? 'No write was lost or doubled, and every session survived.'
      : `${record.violations.length} violations`,
  )
  if (late && !isShort) console.error('Pages were late.')
  return record.violations.length > 0 || slow || (late && !isShort) ? 1 : 0
}
