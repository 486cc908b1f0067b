import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { reportTexts } from './fixtures/texts.ts'

test.beforeEach(async ({ page, site, staff }) => {
  await reportTexts(site)
  await signIn(page, staff)
})

const texts = {
  '/': 'home/hero.md',
  '/cv': 'cv/profile.md',
  '/on-the-web': 'on-the-web/page.md',
  '/about': 'about.md',
}

test('the preview of each page is the page that is served', async ({ page, browser, site }) => {
  const still = await browser.newContext({ javaScriptEnabled: false })
  const visitor = await still.newPage()
  for (const [path, text] of Object.entries(texts)) {
    await visitor.goto(site.url + path)
    await page.goto(`/words?text=${encodeURIComponent(text)}`)
    const preview = page.frameLocator(`iframe[title="Preview of ${path}"]`)
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
    const built = await visitor.locator('#root').innerHTML()
    expect(await preview.locator('#root').innerHTML()).toBe(built)
  }
  await still.close()
})

test('what is typed is seen in the preview, in its theme and width', async ({ page }) => {
  await page.goto('/words?text=cv%2Fexperience%2Ftidewater-logistics-lab.md')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByText('2018 to 2022')).toBeVisible()
  await page.getByLabel(/^End/).fill('2023-05')
  await expect(preview.getByText('2018 to May 2023')).toBeVisible()
  // The page around it says what it said.
  await page.getByLabel(/^End/).fill('soon')
  await expect(page.getByText('The texts have mistakes')).toBeVisible()
  await expect(preview.getByText('2018 to May 2023')).toBeVisible()
  await page.getByLabel('Theme', { exact: true }).selectOption('dark')
  await expect(preview.locator('html.dark')).toHaveCount(1)
  const width = () => preview.locator('html').evaluate(({ clientWidth }) => clientWidth)
  for (const [name, pixels] of [
    ['Phone', 390],
    ['Tablet', 768],
    ['Desktop', 1440],
  ] as const) {
    await page.getByLabel('Width', { exact: true }).selectOption(name)
    await expect.poll(width).toBeGreaterThan(pixels - 20)
    expect(await width()).toBeLessThanOrEqual(pixels)
  }
  // Nothing leads out of it.
  const address = page.url()
  await preview.getByRole('link', { name: 'About' }).first().click()
  expect(page.url()).toBe(address)
  await expect(preview.getByRole('heading', { name: 'Business Experiences' })).toBeVisible()
  await checkAccessibility(page)
})

test('in a narrow window the preview takes the place of the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/words?text=about.md')
  await expect(page.getByRole('textbox', { name: 'Heading' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Heading' })).toBeHidden()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('textbox', { name: 'Heading' })).toBeVisible()
})
