import { namedFile, type OutputFile } from '../lib/output-file.ts'

/**
 * A former site of the domain may have left a service worker in the browsers of its visitors, which shows them that site for
 * good. Browsers look for its next version at its path: this one removes its caches and itself, and loads the open pages again.
 */
const script = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const client of await clients.matchAll({ type: 'window' })) await client.navigate(client.url)
}
`

/** Scripts at the usual paths of service workers. */
export const retiredWorkers: readonly OutputFile[] = ['sw.js', 'service-worker.js'].map((name) =>
  namedFile(name, script),
)
