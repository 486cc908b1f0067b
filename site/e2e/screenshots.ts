/**
 * Takes README.md's screenshots with the demo content: scripts/tools/screenshots
 * Writes docs/images/{home,photos}-{light,dark}.png.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/people.ts'
import { open, useTheme } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const folder = resolve(import.meta.dirname, '../../docs/images')

for (const theme of ['light', 'dark'] as const) {
  test(theme, async ({ page, site }) => {
    test.setTimeout(120_000)
    const output = await site.command(['demo'])
    const [, email = '', password = ''] = /e-mail\s+(\S+)\s+password\s+(\S+)/.exec(output) ?? []
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await useTheme(page, theme)

    await open(page, '/')
    const banner = page
      .getByRole('button', { name: 'Show next picture' })
      .locator('img[data-position=current]')
    await expect(banner).toHaveAttribute('data-loaded')
    await shoot(page, `home-${theme}`)

    await signIn(page, { email, password, firstName: '' })
    await page.goto('/photos')
    await expect(page.getByRole('table').locator('img').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    await shoot(page, `photos-${theme}`)
  })
}

/** Saves a screenshot in few colours: 200 kB at most. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const screenshot = await sharp(await page.screenshot({ animations: 'disabled' }))
    .png({ palette: true, quality: 85, effort: 10 })
    .toBuffer()
  expect(screenshot.byteLength).toBeLessThan(200_000)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), screenshot)
}
