import { randomUUID } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Serves each entry of what `values` answers as the module `virtual:<folder>/<key>`, the value as
 * its default export.
 */
export function virtualModules(folder: string, values: () => Promise<object>) {
  // The server's bundle runs in the process that builds it, and thousands of texts are not copied
  // into it.
  const shared = `ssg:${folder}:${randomUUID()}`
  return {
    resolveId: {
      filter: { id: new RegExp(`^virtual:${folder}/`) },
      handler: (id: string) => '\0' + id,
    },
    load: {
      filter: { id: new RegExp(`^\0virtual:${folder}/`) },
      async handler(this: Rolldown.PluginContext, id: string) {
        const known = await values()
        const key = id.slice(`\0virtual:${folder}/`.length)
        if (!Object.hasOwn(known, key)) throw new Error(`There is no module ${id.slice(1)}.`)
        if (this.environment.name === 'client' || this.environment.config.command === 'serve')
          return `export default ${JSON.stringify(Reflect.get(known, key))}`
        Reflect.set(globalThis, shared, known)
        return `export default globalThis[${JSON.stringify(shared)}][${JSON.stringify(key)}]`
      },
    },
  } satisfies Partial<Plugin>
}
