import { join } from 'node:path'
import type { Plugin } from 'vite'
import { virtualModules } from '../lib/virtual-modules.ts'
import { fetchBuildData, noBuildData, type BuildData } from './build-data.ts'

export interface BuildDataModules extends Plugin {
  /** What this build knows from the API: asked once, nothing while developing. */
  data: () => Promise<BuildData>
}

/**
 * Serves what the API at `origin` answers as the modules `virtual:build-data/*`, the same to both
 * bundles of a build.
 */
export function buildDataModules(origin?: string): BuildDataModules {
  let fetched: Promise<BuildData> | undefined
  let load = () => Promise.resolve(noBuildData)
  const data = () => (fetched ??= load())
  return {
    name: 'ssg:build-data',
    // One answer serves the client's and the server's bundle: hydration relies on it.
    sharedDuringBuild: true,
    data,
    configResolved({ command, cacheDir }) {
      if (command === 'build') load = () => fetchBuildData(origin, join(cacheDir, 'ssg'))
    },
    buildStart() {
      // Begun early, it costs the build no time.
      void data()
    },
    ...virtualModules('build-data', data),
  }
}
