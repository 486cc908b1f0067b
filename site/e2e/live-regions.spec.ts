import { open } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

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
