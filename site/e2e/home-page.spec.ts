import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { content } from './fixtures/content.ts'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const banner = (page: Page) => page.getByRole('button', { name: 'Show next picture' })

test.describe('the banner, right after load', () => {
  test.beforeEach(async ({ site }) => {
    await site.command(['demo'])
  })

  for (const { sign, give } of [
    { sign: 'a click', give: (page: Page) => banner(page).dispatchEvent('click') },
    { sign: 'a hover', give: (page: Page) => banner(page).hover() },
    {
      sign: 'a key',
      give: async (page: Page) => {
        await banner(page).focus()
        await page.keyboard.press('Enter')
      },
    },
  ]) {
    test(`advances by one picture at ${sign}`, async ({ page }) => {
      await page.goto('/')
      await give(page)
      await expect(banner(page)).toHaveText(/2 of \d+$/)
    })
  }

  test('keeps the focus while the pictures come', async ({ page }) => {
    await page.goto('/')
    await banner(page).focus()
    await expect(banner(page)).toHaveText(/1 of \d+$/)
    await expect(banner(page)).toBeFocused()
  })

  test('has the initials in its name, which show while no picture has come', async ({ page }) => {
    await page.route('**/media/**', () => undefined)
    await page.goto('/')
    await expect(banner(page)).toHaveAccessibleName(new RegExp(content.initials))
    await open(page, '/')
    await expect(banner(page)).toHaveText(/1 of \d+$/)
    await expect(banner(page)).toHaveAccessibleName(new RegExp(content.initials))
    await checkAccessibility(page, [390])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test('axe finds nothing on the home page without pictures', async ({ page }) => {
  await page.route('**/api/photos/images/**', () => undefined)
  await open(page, '/')
  await expect(banner(page)).toHaveAccessibleName(new RegExp(content.initials))
  const rules = { 'label-content-name-mismatch': { enabled: true } }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ rules }).analyze()
  expect(violations).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the typewriter never cuts a character that readers see as one', async ({ page }) => {
  const phrase = 'a👩‍💻e\u0301🇵🇹'
  const wholes = ['', 'a', 'a👩‍💻', 'a👩‍💻e\u0301', phrase]
  await page.addInitScript(() => {
    const seen: string[] = Object.assign(window, { seen: [] as string[] }).seen
    addEventListener('DOMContentLoaded', () => {
      const stage = document.querySelector('[data-phrases]')
      if (!stage) return
      new MutationObserver(() => seen.push(stage.textContent)).observe(stage, {
        childList: true,
        subtree: true,
      })
    })
  })
  // The page as the build would write it for another owner.
  await page.route('/', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /(data-phrases=")[^"]*("><span[^>]*>)[^<]*/,
      `$1${phrase}$2${phrase}`,
    )
    await route.fulfill({ response, body })
  })
  await page.goto('/')
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(6)
  expect((await seen()).filter((text) => !wholes.includes(text))).toEqual([])
})

for (const path of ['/', '/about']) {
  test(`${path} is printed in black on white, without the skip link`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await page.emulateMedia({ media: 'print' })
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Skip to' })).toBeHidden()
    for (const element of ['html', 'body']) {
      const colour = await page
        .locator(element)
        .evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'], element).toContain(colour)
    }
  })
}
