import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bake, nothing, type Baked } from './build-time-data.ts'

const resolvedPrefix = '\0virtual:baked/'

export interface BakedModules extends Plugin {
  /** What this build knows from the API: asked once, nothing while developing. */
  baked: () => Promise<Baked>
}

/** Serves what the API at `origin` says as the modules `virtual:baked/*`, the same to both bundles of a build. */
export function bakedModules(origin?: string): BakedModules {
  let asked: Promise<Baked> | undefined
  let ask = () => Promise.resolve(nothing)
  return {
    name: 'ssg:baked',
    // One answer serves the client's and the server's bundle: hydration relies on it.
    sharedDuringBuild: true,
    baked: () => (asked ??= ask()),
    configResolved({ command, cacheDir }) {
      if (command === 'build') ask = () => bake(origin, join(cacheDir, 'ssg'))
    },
    buildStart() {
      // Begun early, it costs the build no time.
      void (asked ??= ask())
    },
    resolveId: {
      filter: { id: /^virtual:baked\// },
      handler: (id) => '\0' + id,
    },
    load: {
      filter: { id: /^\0virtual:baked\// },
      async handler(id) {
        const { banner, cv } = await (asked ??= ask())
        const value = new Map<string, unknown>(Object.entries({ banner, cv })).get(
          id.slice(resolvedPrefix.length),
        )
        if (value === undefined) this.error(`There is no module ${id.slice(1)}.`)
        return `export default ${JSON.stringify(value)}`
      },
    },
  }
}
