import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { contentModules } from './ssg/build/content-modules.ts'
import build from './vite.config.ts'

const here = (path: string) => resolve(import.meta.dirname, path)

/** The tests' content, so that they do not depend on the owner's. */
const sampleContent = here('ssg/testdata/content')

/** Tests that replace modules, or ask what happens when a module is loaded for the first time. */
const isolated = ['src/**/*.isolated.test.{ts,tsx}']

/** Tests of the app that only `scripts/test all` runs: pages of fifty rows take jsdom seconds. */
const siteLong = ['src/**/*.long.test.{ts,tsx}']
/** Tests of builds and tools that only `scripts/test all` runs. */
const long = ['scripts/tools/first-start.test.ts', 'scripts/tools/release/release.test.ts']

interface SiteTests {
  include?: string[]
  exclude?: string[]
  isolate?: boolean
  setupFiles?: string[]
}

/** Tests that share the modules with others of their process take a third of the time. */
const shared = { isolate: false, setupFiles: ['src/testing/load-screens.ts'] }

/** Tests of the React app. */
function siteTests(name: string, { setupFiles = [], ...options }: SiteTests) {
  return {
    root: here('site'),
    plugins: [react(), contentModules(sampleContent)],
    test: {
      name,
      environment: 'jsdom',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts', ...setupFiles],
      // Some type into whole screens, on a machine that may be busy.
      testTimeout: 300_000,
      ...options,
    },
  }
}

export default defineConfig({
  ...build,
  test: {
    // By default one processor is left for watching.
    maxWorkers: '100%',
    projects: [
      {
        root: import.meta.dirname,
        test: {
          name: 'build',
          environment: 'node',
          include: [
            'ssg/**/*.test.ts',
            'site/*.test.ts',
            'scripts/tools/*.test.ts',
            'scripts/tools/release/{audiences,start}.test.ts',
          ],
          exclude: long,
          // Most of them build a whole site, on a machine that may be busy.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        root: import.meta.dirname,
        test: { name: 'long', environment: 'node', include: long },
      },
      siteTests('site', { exclude: [...isolated, ...siteLong], ...shared }),
      siteTests('site, long', { include: siteLong, ...shared }),
      siteTests('site, isolated', { include: isolated }),
    ],
  },
})
