import { open } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { addPicture } from './fixtures/pictures.ts'
import { expect, test } from './fixtures/test.ts'

test('results are announced in a region that existed before', async ({ page, staff }) => {
  await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
  await page.goto('/photos')
  const region = page.getByRole('region', { name: 'Messages' })
  await expect(region).toHaveAttribute('aria-live', 'polite')
  await expect(region).toBeEmpty()
  await region.evaluate((element) => Object.assign(window, { region: element }))
  await page.getByRole('button', { name: 'Edit Harbour' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Ferry')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(region).toContainText('Image updated successfully!')
  expect(
    await region.evaluate((element) => (window as unknown as { region: Element }).region === element),
  ).toBe(true)
  await expect(region.locator('[role=status], [role=alert]')).toHaveCount(0)
})

test("the visitor's menu is a list that keys open, walk through and close", async ({ page, staff }) => {
  await signIn(page, staff)
  await open(page, '/about')
  const button = page.getByRole('banner').getByRole('button', { name: staff.firstName })
  const menu = page.getByRole('list', { name: 'Account' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(menu).toBeVisible()
  await expect(page.locator('[role=menu], [role=menuitem], [aria-haspopup=menu]')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  for (const item of await menu.getByRole('listitem').locator('> *').all()) {
    await page.keyboard.press('Tab')
    await expect(item).toBeFocused()
  }
  await expect(menu).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()

  await button.click()
  await expect(menu).toBeVisible()
  await button.click()
  await expect(menu).toBeHidden()
})
