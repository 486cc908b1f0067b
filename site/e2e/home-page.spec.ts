import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

// The demo content comes with an account.
test.use({ empty: true })

test('a page built without data answers a first tap on a phone @all', async ({ site, visitor }) => {
  await site.command(['demo'])
  const phone = await visitor({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await phone.goto('/')
  await phone.getByRole('button', { name: /^Show next picture/ }).tap()
  await expect(phone.getByRole('button', { name: /^Show next picture, .* 2 of \d+$/ })).toBeVisible()
  await open(phone, '/cv')
  await expect(phone.getByRole('link', { name: 'Download CV (Current)' })).toBeVisible()
  await phone.getByRole('button', { name: 'Use dark theme' }).tap()
  await expect(phone.locator('html')).toHaveClass(/dark/)
  await phone.getByRole('button', { name: 'Open menu' }).tap()
  const menu = phone.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Register' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menu).toBeHidden()
})

test('pages are printed in black on white, without the skip link @all', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/', '/about']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Skip to' })).toBeHidden()
    for (const element of ['html', 'body']) {
      const colour = await page
        .locator(element)
        .evaluate((element) => getComputedStyle(element).backgroundColor)
      expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'], element).toContain(colour)
    }
  }
})
