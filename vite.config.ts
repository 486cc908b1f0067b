import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import { contentModules } from './ssg/build/content-modules.ts'
import { buildDataOrigin, buildToken, isPreview, originVariable } from './ssg/options.ts'
import { isAllDemo } from './ssg/owner/demo.mjs'
import { ssg } from './ssg/vite-plugin-ssg.ts'

const here = (path: string) => resolve(import.meta.dirname, path)

/** The tests' content, so that they do not depend on the owner's. */
const sampleContent = here('ssg/testdata/content')

/**
 * The icons that several screens of staff show come in one file. Separate files, which the app
 * names on every page, would cost visitors more than the icon.
 */
const sharedIcons = {
  groups: [{ name: 'icons', test: /[\\/]@tabler[\\/]icons-react[\\/]/, minShareCount: 2 }],
}

/** The configuration that builds the site from the folder `content`. */
export function siteConfig(content: string, overBudget: 'refuse' | 'warn'): UserConfig {
  return {
    root: here('site'),
    build: { outDir: here('dist'), cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    // The same versions, the first with light-dark(). Rules for older ones would be in every document.
    css: {
      lightningcss: { targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) } },
    },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: sharedIcons } } } } },
    plugins: [
      react(),
      ssg({
        content,
        overBudget,
        // Bytes after brotli; the first page is the one most visitors open first.
        budgets: { html: { '/': 6_600, others: 8_000 }, script: 8_000, session: 14_000 },
        themeColor: { light: '#f6f7f9', dark: '#0c111b' },
        personPage: '/about',
        apiOrigin: originVariable('API_ORIGIN'),
        preview: isPreview(),
        buildDataOrigin: buildDataOrigin(import.meta.dirname),
        buildToken: buildToken(import.meta.dirname),
        siteUrl: originVariable('SITE_URL'),
        publicUrl: originVariable('PUBLIC_URL'),
        rendererFolder: process.env['RENDERER_FOLDER'] || undefined,
      }),
    ],
  }
}

/** Tests that replace modules, or ask what happens when a module is loaded for the first time. */
const isolated = ['src/**/*.isolated.test.{ts,tsx}']

/** Tests that only `scripts/test all` runs: pages of fifty rows take jsdom seconds. */
const siteLong = ['src/**/*.long.test.{ts,tsx}']
const long = [
  'scripts/tools/first-start.test.ts',
  'scripts/tools/release/release.test.ts',
  'site/lone-text.test.ts',
  'ssg/owner/*.test.ts',
]

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
  // An owner may write longer texts; with the sample person's, an exceeded budget is an error.
  ...siteConfig(here('content'), isAllDemo(here('content')) ? 'refuse' : 'warn'),
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
            'scripts/tools/release/start.test.ts',
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
