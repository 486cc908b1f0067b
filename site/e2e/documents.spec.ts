import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { signIn } from './fixtures/people.ts'
import { open, horizontalOverflow } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const file = (name: string, words: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(words),
})
const cv = (year: number) => file(`CV ${year} – “Ångström”.pdf`, `%PDF-1.7\nThe CV of ${year}\n%%EOF\n`)

const form = (page: Page) => page.getByRole('dialog', { name: 'Upload document' })
const openForm = (page: Page) => page.getByRole('button', { name: 'Upload document', exact: true }).click()
const row = (page: Page, name: string): Locator =>
  page.getByRole('table').getByRole('row').filter({ hasText: name })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test.beforeEach(async ({ page, staff }) => {
  await signIn(page, staff)
  await page.goto('/documents')
  await expect(page.getByText('No documents uploaded yet.')).toBeVisible()
})

async function upload(
  page: Page,
  name: string,
  chosen = cv(2026),
  { category = 'CV', current = false } = {},
): Promise<void> {
  await openForm(page)
  if (current) await form(page).getByRole('checkbox').check()
  await form(page).locator('input[type=file]').setInputFiles(chosen)
  await form(page).getByLabel('Name', { exact: true }).fill(name)
  await form(page).getByLabel('Category', { exact: true }).selectOption(category)
  await form(page).getByRole('button', { name: 'Upload Document' }).click()
  await expect(row(page, name)).toBeVisible()
}

test('from the first document to the CV that visitors download, and back to none', async ({
  page,
  visitor,
}) => {
  const stranger = await visitor()
  await open(stranger, '/cv')
  await expect(stranger.getByRole('button', { name: 'No Current CV Found' })).toBeVisible()

  await upload(page, 'CV of 2025', cv(2025), { current: true })
  await expect(page.getByText('Document uploaded successfully!')).toBeVisible()
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upload document' })).toBeFocused()
  await upload(page, 'CV of 2026')
  await expect(row(page, 'CV of 2025')).toContainText('Current')
  await expect(row(page, 'CV of 2026').getByRole('cell').nth(3)).toBeEmpty()

  await page.getByRole('button', { name: 'Make current: CV of 2026' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to mark this as the current document for its category? This will unmark any other current documents in this category.',
  })
  await question.getByRole('button', { name: 'Mark as current' }).click()
  await expect(page.getByText('Document marked as current!')).toBeVisible()
  await expect(row(page, 'CV of 2026').getByRole('cell').nth(3)).toHaveText('Current')
  await expect(row(page, 'CV of 2025').getByRole('cell').nth(3)).toBeEmpty()

  await open(stranger, '/cv')
  const coming = stranger.waitForEvent('download')
  await stranger.getByRole('link', { name: 'Download CV (Current)' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('CV 2026 – “Ångström”.pdf')
  expect((await readFile(await download.path())).equals(cv(2026).buffer)).toBe(true)

  for (const name of ['CV of 2026', 'CV of 2025']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const box = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this document?' })
    await box.getByRole('button', { name: 'Delete document' }).click()
    await expect(row(page, name)).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Documents', level: 2 })).toBeFocused()
  await open(stranger, '/cv')
  await expect(stranger.getByRole('button', { name: 'No Current CV Found' })).toBeVisible()
})

test('staff download a document that is not current', async ({ page }) => {
  await upload(page, 'Draft', file('draft.md', '# A draft\n'))
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More for Draft' }).click()
  await page.getByRole('menuitem', { name: 'Download' }).click()
  expect((await coming).suggestedFilename()).toBe('draft.md')
})

test('a category is made and used', async ({ page }) => {
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText('Category name cannot be empty.')).toBeVisible()
  await page.getByLabel('Category name').fill('Talks')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(page.getByText('Category created successfully!')).toBeVisible()
  await upload(page, 'Notes', file('notes.txt', 'Notes'), { category: 'Talks' })
  await expect(row(page, 'Notes')).toContainText('Talks')
})

test('a refused upload shows the message of the server', async ({ page, errors }) => {
  errors.expect('the server responded with a status of 400')
  await openForm(page)
  await form(page).locator('input[type=file]').setInputFiles(file('cv.pdf', 'Not a PDF at all'))
  await form(page).getByLabel('Name', { exact: true }).fill('Wrong')
  await form(page).getByLabel('Category', { exact: true }).selectOption('CV')
  await form(page).getByRole('button', { name: 'Upload Document' }).click()
  await expect(form(page).getByRole('alert')).toContainText('Failed to upload document. Upload a PDF')
  await expect(form(page).getByLabel('Name', { exact: true })).toHaveValue('Wrong')
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()

  await page.getByLabel('Category name').fill('cv')
  await page.getByRole('button', { name: 'Create Category' }).click()
  await expect(alert(page)).toHaveText(
    'Failed to create category. Document category with this name already exists.',
  )
})

test('an upload without a file, name and category is not sent', async ({ page }) => {
  await openForm(page)
  await form(page).getByRole('button', { name: 'Upload Document' }).click()
  const message = form(page).getByRole('alert')
  await expect(message).toHaveText('File, Name, and Category are required for upload.')
  await expect(message).toBeFocused()
})

for (const status of [403, 500]) {
  test(`lists that answer ${status} say so and can be requested again`, async ({ page, errors }) => {
    errors.expect(`the server responded with a status of ${status}`)
    await page.route('**/api/documents/documents/', (route) => route.fulfill({ status, json: {} }))
    await page.reload()
    await expect(
      page.getByText('Failed to load documents or categories. Access denied or server error.'),
    ).toBeVisible()
    await page.unroute('**/api/documents/documents/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No documents uploaded yet.')).toBeVisible()
  })
}

test('staff replace the file of the current CV and move a document to a category', async ({
  page,
  visitor,
}) => {
  await upload(page, 'The CV', cv(2025), { current: true })
  const replace = page.getByRole('button', { name: 'Replace file: The CV' })
  await replace.click()
  const dialog = page.getByRole('dialog', { name: 'Edit document' })
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('The CV')
  await expect(dialog.getByLabel('Category')).toHaveValue(/^\d+$/)
  await dialog.locator('input[type=file]').setInputFiles(cv(2026))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('File replaced.')).toBeVisible()
  await expect(replace).toBeFocused()

  const stranger = await visitor()
  await open(stranger, '/cv')
  const coming = stranger.waitForEvent('download')
  await stranger.getByRole('link', { name: 'Download CV (Current)' }).click()
  expect((await readFile(await (await coming).path())).equals(cv(2026).buffer)).toBe(true)

  await page.getByRole('button', { name: 'Edit The CV' }).click()
  await dialog.getByLabel('Category').selectOption('No category')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(page, 'The CV')).toContainText('No category')
  await expect(page.getByRole('button', { name: 'Make current: The CV' })).toHaveAttribute(
    'title',
    'Choose a category first.',
  )
})

test('by keyboard alone a document is deleted, after a question that keeps the focus', async ({ page }) => {
  await upload(page, 'One', file('one.txt', 'One'))
  await upload(page, 'Two', file('two.txt', 'Two'))
  await page.getByRole('button', { name: 'Delete Two' }).press('Enter')
  const question = page.getByRole('alertdialog')
  const cancel = question.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete Two' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Two')).toHaveCount(0)
  await expect(row(page, 'One')).toBeFocused()
})

test('on a phone all actions of a document are in one menu', async ({ page }) => {
  const long = 'a-document-with-a-long-name-as-scanners-and-export-functions-like-to-give-them.txt'
  await upload(page, 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverzeichnis', file(long, 'Words'), {
    current: true,
  })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await horizontalOverflow(page), `${width} px`).toEqual([])
    await expect(row(page, 'Donau').getByText('Current', { exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'More for Donau' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await expect(page.getByText('No documents uploaded yet.')).toBeVisible()
})
