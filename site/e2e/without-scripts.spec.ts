import { content, publicPages } from './fixtures/content.ts'
import { horizontalOverflow } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const phone = { width: 390, height: 844 }

test('without scripts pages are whole, and links and menu lead somewhere', async ({ visitor, errors }) => {
  const page = await visitor({ javaScriptEnabled: false, viewport: phone })
  const places = new Set<string>()
  for (const { path, heading, status } of publicPages) {
    await test.step(path, async () => {
      if (status === 404) {
        errors.expectFromNow('the server responded with a status of 404')
      }
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByText('Loading')).toHaveCount(0)
      // A button would do nothing.
      await expect(page.getByRole('button')).toHaveCount(0)
      expect(await horizontalOverflow(page)).toEqual([])
      for (const name of path === '/' ? [...content.interests] : [])
        await expect(page.getByRole('heading', { name })).toBeVisible()
      // Elements for paper take no space here; all others must be visible.
      const faded = await page
        .locator('main :is(h1, h2, h3, p, li, blockquote, time):visible')
        .evaluateAll((all) => all.filter((one) => !one.checkVisibility({ opacityProperty: true })).length)
      expect(faded).toBe(0)
      if (status !== 200) return

      const links = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      expect(links.length).toBeGreaterThan(5)
      for (const href of links) {
        if (href.startsWith('/')) places.add(href)
        else if (href.startsWith('#')) await expect(page.locator(href)).toBeAttached()
        else expect(href).toMatch(/^(https:\/\/|mailto:.+@)/)
      }
    })
  }
  expect(places.size).toBeGreaterThanOrEqual(publicPages.filter(({ status }) => status === 200).length)
  for (const place of places) expect((await page.request.get(place)).status(), place).toBe(200)

  await page.goto('/cv')
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Site' })
  await expect(menu).toBeInViewport()
  await menu.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
