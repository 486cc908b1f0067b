import { defineConfig } from '@playwright/test'
import tests from '../../playwright.config.ts'
import type { Options } from './fixtures/test.ts'

/** For scripts/tools/screenshots, which runs no tests. */
export default defineConfig<Options>({
  ...tests,
  testDir: '.',
  testMatch: 'screenshots.ts',
  outputDir: 'results',
  projects: [{ name: 'screenshots', use: { engine: 'sqlite', empty: true } }],
})
