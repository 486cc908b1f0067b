/** What the browser stores, by `idb-keyval`; jsdom has no IndexedDB. */
export const stored = new Map<string, unknown>()

type Work = (store: { get: (key: string) => unknown; delete: (key: string) => unknown }) => unknown

export const createStore = () => (_: string, work: Work) =>
  Promise.resolve(work({ get: (key) => stored.get(key), delete: (key) => stored.delete(key) }))
export const promisifyRequest = (answer: unknown) => Promise.resolve(answer)
export const entries = () => Promise.resolve([...stored])
export const set = (key: string, value: unknown) =>
  Promise.resolve(void stored.set(key, structuredClone(value)))
export const del = (key: string) => Promise.resolve(void stored.delete(key))
