import { defineConfig } from '@playwright/test'
import type { Options } from './site/e2e/fixtures/test.ts'
import { chromium } from './site/e2e/fixtures/chromium.ts'

/**
 * The browser tests: the real server and the real build, which `scripts/build` makes, in Debian's Chromium. The quick set is
 * `npx playwright test --grep-invert @all`, or `npm run e2e:quick`: a journey through each screen, and each screen's states.
 */
export default defineConfig<Options>({
  testDir: 'site/e2e',
  outputDir: 'site/e2e/results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // At least ten times what each takes, for a machine that is slow and busy.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    launchOptions: chromium(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Lisbon',
    actionTimeout: 60_000,
    // A trace of each test costs a fifth of the time: `--trace on` makes one of what is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'sqlite', use: { engine: 'sqlite' } },
    { name: 'postgres', use: { engine: 'postgres' }, testMatch: 'main-journey.spec.ts' },
    // The name excludes it from the quick set, as the tag of a test does.
    {
      name: 'postgres @all',
      use: { engine: 'postgres' },
      testMatch: ['second-factor.spec.ts', 'passkeys.spec.ts'],
    },
  ],
})
