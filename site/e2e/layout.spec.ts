import type { Locator } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { makePhoto } from './fixtures/photo.ts'
import { openUploadForm } from './fixtures/photos-screen.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

const box = async (element: Locator) => {
  const found = await element.boundingBox()
  if (!found) throw new Error(`${element.toString()} is not visible`)
  return found
}
const bottom = async (element: Locator) => box(element).then(({ y, height }) => y + height)
const fontOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).font)

test.use({ empty: true })

test('nothing moves below the finger, or touches or covers its neighbour', async ({ page, site }) => {
  const output = await site.command(['demo'])
  const [, email = '', password = ''] = /e-mail\s+(\S+)\s+password\s+(\S+)/.exec(output) ?? []
  await page.emulateMedia({ reducedMotion: 'reduce' })

  await test.step('the intro of an account screen', async () => {
    await page.goto('/login-failed')
    const intro = page.getByText(/^The app could not sign you in here/)
    const text = await intro.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect().bottom
    })
    const button = page.getByRole('main').getByRole('link', { name: 'Sign in' })
    expect((await box(button)).y - text).toBeGreaterThan(16)
    await checkAccessibility(page)
  })

  await test.step('the CV on paper', async () => {
    await page.goto('/cv')
    await page.emulateMedia({ media: 'print' })
    const name = page.getByRole('heading', { level: 1 })
    expect((await box(name.locator('+ p'))).y).toBeGreaterThan(await bottom(name))
    await page.emulateMedia({ media: null })
  })

  await signIn(page, { email, password, firstName: '' })
  for (const width of [1440, 390, 320])
    await test.step(`selecting a photo at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/photos')
      const [first, second] = [page.locator('[data-row]').nth(0), page.locator('[data-row]').nth(1)]
      await expect(second).toBeVisible()
      const before = await box(second)
      await first.getByRole('checkbox').check()
      const bar = page.getByRole('group', { name: 'Selected photos' })
      const clear = await bottom(bar.getByRole('button', { name: 'Clear the selection' }))
      const remove = bar.getByRole('button', { name: 'Delete selected' })
      expect(await box(second)).toEqual(before)
      // Beside each other, or in two rows.
      expect((await box(remove)).y > clear).toBe(width < 1440)
      await page.evaluate(() => scrollTo(0, 300))
      await remove.click({ trial: true })
    })

  await test.step('the end of the menu on a small phone', async () => {
    await page.getByRole('button', { name: 'Open menu' }).click()
    const name = page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Backend admin' })
    const lines = await name.evaluate((node) => {
      const range = document.createRange()
      range.selectNodeContents(node.firstChild ?? node)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    await page.keyboard.press('Escape')
  })

  await page.setViewportSize({ width: 1440, height: 900 })
  await test.step('the upload sheet beside the documents', async () => {
    await page.goto('/documents')
    await page.getByRole('button', { name: 'Upload document' }).click()
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click({ trial: true })
  })

  await test.step('the filters of photos, and a small photo at its own size', async () => {
    await page.goto('/photos')
    const chip = page.locator('label', { hasText: 'Without alternative text' })
    expect(await fontOf(chip)).toBe(await fontOf(page.getByLabel('Order')))
    const form = await openUploadForm(page)
    const size = { width: 400, height: 300 }
    await form.files.setInputFiles(await makePhoto('small.jpg', [190, 80, 60], size))
    await form.title.fill('Small')
    await form.submit.click()
    await page.getByRole('button', { name: 'View Small - small.jpg' }).click()
    await expect(page.getByRole('dialog').locator('img')).toHaveCSS('width', '400px')
  })
})
