import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { expect, test } from './fixtures/test.ts'

test('a gallery is renamed by keyboard, keeps its slug, is deleted alone', async ({ page, staff }) => {
  await addPhoto(page, await signIn(page, staff), 'page logos', 'Harbour')
  await page.goto('/photos')
  await page.getByRole('link', { name: 'Manage Galleries' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()

  await page.getByRole('button', { name: 'Edit page logos' }).press('Enter')
  const editor = page.getByRole('form', { name: 'Edit page logos' })
  await expect(editor.getByLabel('Name')).toBeFocused()
  await checkAccessibility(page)
  await page.keyboard.type('Banner')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Edit page logos' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Banner')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Round photos.')
  await page.keyboard.press('Enter')
  const row = page.getByRole('region', { name: 'All galleries' }).getByRole('listitem')
  await expect(row).toContainText('Banner')
  await expect(row).toContainText('page-logos')
  await expect(row).toContainText('Front page')
  await expect(row).toContainText('Round photos.')
  await expect(page.getByRole('button', { name: 'Edit Banner' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete Banner' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this gallery? This will not delete the images inside it; they will become unassigned.',
  })
  await expect(question).toContainText('The round banner on the home page shows this gallery.')
  await checkAccessibility(page)
  await question.getByRole('button', { name: 'Delete gallery' }).click()
  await expect(page.getByText('No galleries created yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await checkAccessibility(page)
  await expect(page.getByRole('heading', { name: 'All galleries' })).toBeFocused()
  await page.getByRole('link', { name: 'Back to Photo Management' }).click()
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Harbour' })).toContainText(
    'Unassigned',
  )
})
