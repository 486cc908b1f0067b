import type { Plugin, Rolldown } from 'vite'

/** Serves each entry of what `values` answers as the module `virtual:<folder>/<key>`, the value as its default export. */
export function virtualModules(folder: string, values: () => Promise<object>) {
  return {
    resolveId: {
      filter: { id: new RegExp(`^virtual:${folder}/`) },
      handler: (id: string) => '\0' + id,
    },
    load: {
      filter: { id: new RegExp(`^\0virtual:${folder}/`) },
      async handler(this: Rolldown.PluginContext, id: string) {
        const known = new Map<string, unknown>(Object.entries(await values()))
        const value = known.get(id.slice(`\0virtual:${folder}/`.length))
        if (value === undefined) throw new Error(`There is no module ${id.slice(1)}.`)
        const json = JSON.stringify(value)
        // A bundler reads thousands of texts sooner as one; in the browser's bundle, parts that no screen shows fall away.
        return this.environment.name === 'ssr'
          ? `export default JSON.parse(${JSON.stringify(json)})`
          : `export default ${json}`
      },
    },
  } satisfies Partial<Plugin>
}
