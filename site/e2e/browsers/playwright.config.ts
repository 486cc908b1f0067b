import { defineConfig } from '@playwright/test'
import tests from '../../../playwright.config.ts'
import type { Options } from '../fixtures/test.ts'

/** For scripts/drill browsers: Playwright only runs the steps and drives neither browser. */
export default defineConfig<Options>({
  ...tests,
  testDir: '.',
  testMatch: 'journey.ts',
  outputDir: '../results/browsers',
  timeout: 180_000,
  workers: 1,
  projects: [
    { name: 'firefox', use: { browserName: 'firefox', engine: 'sqlite' } },
    { name: 'webkit', use: { browserName: 'webkit', engine: 'sqlite' } },
  ],
})
