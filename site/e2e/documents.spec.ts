import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
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
  await form(page).getByRole('button', { name: 'Upload document' }).click()
  await expect(row(page, name)).toBeVisible()
}

/** Downloads the CV as a visitor does, and expects the one of `year`. */
async function expectDownload(visitor: Page, year: number): Promise<void> {
  await open(visitor, '/cv')
  const coming = visitor.waitForEvent('download')
  await visitor.getByRole('link', { name: 'Download CV (Current)' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(`CV ${year} – “Ångström”.pdf`)
  expect((await readFile(await download.path())).equals(cv(year).buffer)).toBe(true)
}

test('a CV is uploaded, downloaded by visitors, replaced and deleted', async ({ page, visitor, errors }) => {
  const stranger = await visitor()
  await open(stranger, '/cv')
  await expect(stranger.getByRole('button', { name: 'No Current CV Found' })).toBeVisible()

  await openForm(page)
  await form(page).getByRole('button', { name: 'Upload document' }).click()
  const message = form(page).getByRole('alert')
  await expect(message).toHaveText('File, Name, and Category are required for upload.')
  await expect(message).toBeFocused()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await upload(page, 'CV of 2025', cv(2025), { current: true })
  await expect(page.getByText('Document uploaded successfully!')).toBeVisible()
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upload document' })).toBeFocused()
  await upload(page, 'CV of 2026')
  await expect(row(page, 'CV of 2025')).toContainText('Current')
  await expect(row(page, 'CV of 2026').getByRole('cell').nth(3)).toBeEmpty()

  await page.getByRole('button', { name: 'More for CV of 2026' }).click()
  await page.getByRole('menuitem', { name: 'Make current' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to mark this as the current document for its category? This will unmark any other current documents in this category.',
  })
  await question.getByRole('button', { name: 'Mark as current' }).click()
  await expect(page.getByText('Document marked as current!')).toBeVisible()
  await expect(row(page, 'CV of 2026').getByRole('cell').nth(3)).toHaveText('Current')
  await expect(row(page, 'CV of 2025').getByRole('cell').nth(3)).toBeEmpty()

  await checkAccessibility(page)
  await expectDownload(stranger, 2026)

  await test.step('its file is replaced', async () => {
    const replace = page.getByRole('button', { name: 'Replace file: CV of 2026' })
    await replace.click()
    const dialog = page.getByRole('dialog', { name: 'Edit document' })
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('CV of 2026')
    await expect(dialog.getByLabel('Category')).toHaveValue(/^\d+$/)
    await dialog.locator('input[type=file]').setInputFiles(cv(2027))
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('File replaced.')).toBeVisible()
    await expect(replace).toBeFocused()
    await page.getByRole('button', { name: 'More for CV of 2026' }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions of CV of 2026' })
    await expect(versions.getByText('Version 2')).toBeVisible()
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await expectDownload(stranger, 2027)
    await replace.click()
    await dialog.locator('input[type=file]').setInputFiles(cv(2024))
    await checkAccessibility(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('another document is removed from its category', async () => {
    await page.getByRole('button', { name: 'Edit CV of 2025' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit document' })
    await dialog.getByLabel('Category').selectOption('No category')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(row(page, 'CV of 2025')).toContainText('No category')
    await page.getByRole('button', { name: 'More for CV of 2025' }).click()
    await expect(page.getByRole('menuitem', { name: 'Make current' })).toHaveAttribute(
      'title',
      'Choose a category first.',
    )
    await page.keyboard.press('Escape')
  })

  for (const name of ['CV of 2026', 'CV of 2025']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const box = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this document?' })
    await expect(box).toBeVisible()
    await checkAccessibility(page)
    await box.getByRole('button', { name: 'Delete document' }).click()
    await expect(row(page, name)).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Documents', level: 2 })).toBeFocused()
  await open(stranger, '/cv')
  await expect(stranger.getByRole('button', { name: 'No Current CV Found' })).toBeVisible()

  await test.step('a list that fails', async () => {
    errors.expectFromNow('the server responded with a status of 500')
    await page.route('**/api/documents/documents/', (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    const failure = page.getByText('Failed to load documents or categories.')
    await expect(failure).toBeVisible()
    await checkAccessibility(page)
    await page.unroute('**/api/documents/documents/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Upload document' })).toBeVisible()
    await expect(failure).toHaveCount(0)
  })
})

test('documents have categories, keys and a menu on phones @all', async ({ page }) => {
  await test.step('a category is created and used', async () => {
    await page.getByLabel('Category name').fill('Talks')
    await page.getByRole('button', { name: 'Create category' }).click()
    await expect(page.getByText('Category created successfully!')).toBeVisible()
    await upload(page, 'Draft', file('draft.md', '# A draft\n'), { category: 'Talks' })
    await expect(row(page, 'Draft')).toContainText('Talks')
  })

  await test.step('staff download a document that is not current', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More for Draft' }).click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    expect((await coming).suggestedFilename()).toBe('draft.md')
  })

  await test.step('a document is deleted with the keyboard, and the focus is kept', async () => {
    await upload(page, 'One', file('one.txt', 'One'))
    await page.getByRole('button', { name: 'Delete One' }).press('Enter')
    const question = page.getByRole('alertdialog')
    const cancel = question.getByRole('button', { name: 'Cancel' })
    await expect(cancel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete One' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cancel).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(row(page, 'One')).toHaveCount(0)
    await expect(row(page, 'Draft')).toBeFocused()
  })

  await test.step('on a phone all actions of a document are in one menu', async () => {
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
    await expect(row(page, 'Donau')).toHaveCount(0)
  })
})
