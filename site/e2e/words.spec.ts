import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { reportTexts } from './fixtures/texts.ts'

test.beforeEach(async ({ page, site, staff }) => {
  await reportTexts(site)
  await signIn(page, staff)
})

test('every state of the screen of words is accessible', async ({ page }) => {
  await page.goto('/words')
  const outline = page.getByRole('navigation', { name: 'Texts' })
  await expect(outline.getByRole('link', { name: /Operations Lead/ })).toBeVisible()
  await checkAccessibility(page)
  await outline.getByRole('link', { name: /Operations Lead/ }).click()
  await expect(page.getByLabel('Text', { exact: true })).toBeVisible()
  await page.getByLabel(/^End/).fill('soon')
  await expect(page.getByText('The field "end" is not a date.')).toBeVisible()
  await expect(page.getByText('Saved')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Publish (1)' }).click()
  await expect(page.getByText('Before these texts are published, mend:')).toBeVisible()
  await page.getByLabel('At a later time').check()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publications' }).click()
  await expect(page.getByText('Nothing was published here yet.')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Order of Languages' }).click()
  await checkAccessibility(page)
})
