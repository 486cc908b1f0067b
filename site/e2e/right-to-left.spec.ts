import type { Locator } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { publicPages } from './fixtures/content.ts'
import { horizontalOverflow, open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

test.use({ folder: '', viewport: { width: 320, height: 800 }, hasTouch: true })

const arabic = {
  'site.md':
    '---\nlanguage: ar\nname: ليلى حدّاد\ninitials: لح\nemail: layla@example.test\n' +
    'role: مهندسة برمجيات\ndescription: ليلى حدّاد تبني برمجيات للموانئ.\n---\n',
  'cv/experience/halyard-ledger.md':
    '---\ntitle: مديرة هندسة المنتجات\norganisation: Halyard Ledger\nstart: 2022\n---\n\nقيادة أربع فرق.\n',
}

/** The distances of an element's sides from those of the window. */
const sides = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { left, right } = range.getBoundingClientRect()
    return { left, right: innerWidth - right }
  })

test('a site in Arabic is laid out from right to left', async ({ page, site }) => {
  await importTexts(site, arabic)
  const served = async () => (await page.request.get('/cv')).text()
  await expect.poll(served).toContain('<html lang="ar" dir="rtl">')

  for (const { path } of publicPages.filter(({ status }) => status === 200)) {
    await test.step(`${path} fits a narrow screen`, async () => {
      await open(page, path)
      expect(await horizontalOverflow(page)).toEqual([])
      await checkAccessibility(page)
    })
  }

  await test.step('the timeline is on the right, beside its dates and titles', async () => {
    await open(page, '/cv')
    const entry = page.getByRole('listitem').filter({ hasText: 'Halyard Ledger' })
    const line = entry.locator('..').evaluate((node) => getComputedStyle(node, '::before').right)
    expect(await line).toBe('7px')
    for (const text of [
      entry.getByRole('time'),
      entry.getByRole('heading'),
      entry.getByText('Halyard Ledger'),
    ])
      expect((await sides(text)).right).toBeCloseTo(54, 0)
    await expect(entry.getByRole('time')).toHaveText('2022 to present')
  })

  await test.step('arrows point to the left, and the menu comes from there', async () => {
    await open(page, '/')
    await expect(page.getByRole('link', { name: 'All projects' }).locator('svg')).toHaveCSS('scale', '-1 1')
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect.poll(async () => (await menu.boundingBox())?.x).toBe(0)
  })
})
