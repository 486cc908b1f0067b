// Publications: every replica shows the same new pages, even if the one that renders them is killed.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './processes.mjs'
import { send } from './requests.mjs'

const password = 'correct horse battery staple'
/** How long replicas may take to show a publication, in milliseconds. */
const limit = 5000

/** Publishes twice, and kills the renderer of the second publication. Reports whether pages were late. */
export async function publishAndKill(cluster) {
  const [first, ...others] = cluster.replicas
  const email = 'editor@example.test'
  const account = ['--email', email, '--first-name', 'Ed', '--last-name', 'Itor', '--staff']
  await cluster.command(['user', 'create', ...account], `${password}\n`)
  const call = async (replica, method, path, json) => {
    const { status, body } = await send(replica.address, method, path, { json, token })
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  let token
  token = (await call(first, 'POST', '/api/users/login/', { email, password })).access

  const publish = async (words) => {
    const { files } = await call(first, 'GET', '/api/content/files/')
    const { published } = files.find(({ path }) => path === 'about.md')
    const text = `${published.text}\n${words}\n`
    const draft = { path: 'about.md', text, base: published.version, revision: 0 }
    const { revision } = await call(first, 'PUT', '/api/content/drafts/', draft)
    await call(first, 'POST', '/api/content/publications/', { drafts: [{ path: 'about.md', revision }] })
    return Date.now()
  }
  const shown = (words, replicas) =>
    until(`all show “${words}”`, async () => {
      const pages = await Promise.all(replicas.map(({ address }) => send(address, 'GET', '/about')))
      return pages.every(({ body }) => body === pages[0].body && body.includes(words))
    })

  let began = await publish('Published once.')
  await shown('Published once.', cluster.replicas)
  const normal = Date.now() - began

  began = await publish('Published twice.')
  const state = async () => (await call(others[0], 'GET', '/api/publishing/')).state
  await until('the pages are being rendered', async () => (await state()) === 'running')
  await sleep(200)
  await first.process.stop('SIGKILL')
  await shown('Published twice.', others)
  const killed = Date.now() - began
  await first.start()
  await shown('Published twice.', cluster.replicas)
  console.log(
    `Every replica showed a publication after ${normal} ms, and after ${killed} ms when its renderer was killed.`,
  )
  return normal > limit || killed > limit
}
