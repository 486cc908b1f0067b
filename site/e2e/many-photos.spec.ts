import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { uploadForm } from './fixtures/photos-screen.ts'
import { run } from './fixtures/run.ts'
import { expect, test } from './fixtures/test.ts'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const selected = (page: Page) => page.getByRole('group', { name: 'Selected pictures' })

async function upload(page: Page, names: readonly string[]): Promise<void> {
  const form = uploadForm(page)
  const shades = names.map((name, index) =>
    makePhoto(name, [200, 25 * index, 60], { width: 640, height: 480 }),
  )
  await form.files.setInputFiles(await Promise.all(shades))
  await form.title.fill('Quay')
  await form.submit.click()
  await expect(page.getByText(`Successfully uploaded ${names.length} image(s)!`)).toBeVisible()
}

test('selected pictures are downloaded as one file, and deleted and restored together', async ({
  page,
  staff,
  errors,
}) => {
  await signIn(page, staff)
  await page.goto('/photos')
  await upload(page, ['a.jpg', 'b.jpg', 'c.jpg'])
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page).nth(2).getByRole('checkbox').check()
  await checkAccessibility(page, [320, 390])

  const folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  const download = async () => {
    const begun = page.waitForEvent('download')
    await selected(page).getByRole('button', { name: 'Download selected' }).press('Enter')
    const file = await begun
    expect(file.suggestedFilename()).toMatch(/^pictures-\d{4}-\d\d-\d\d\.zip$/)
    const zip = join(folder, file.suggestedFilename())
    await file.saveAs(zip)
    await run('unzip', ['-qo', zip, '-d', join(folder, 'unzipped')])
    return readdir(join(folder, 'unzipped'))
  }
  expect(await download()).toEqual(['Quay - a.jpg', 'Quay - c.jpg'])
  await expect(page.getByText('The download of 2 pictures has begun.')).toBeVisible()
  await expect(page).toHaveURL('/photos')
  const link = page.getByRole('link', { name: 'Open Quay - a.jpg in a new tab' })
  const original = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(await readFile(join(folder, 'unzipped/Quay - a.jpg'))).toEqual(await original.body())
  await selected(page).getByRole('button', { name: 'Select all 3 that match' }).click()
  expect(await download()).toHaveLength(3)
  await rm(folder, { recursive: true })

  // Somebody else deletes one of them.
  const other = await page.context().newPage()
  await other.goto('/photos')
  await other.getByRole('button', { name: 'Delete Quay - b.jpg' }).click()
  await other.getByRole('button', { name: 'Delete image' }).click()
  await expect(rows(other)).toHaveCount(2)
  await other.close()
  errors.expect('the server responded with a status of 409')
  await selected(page).getByRole('button', { name: 'Download selected' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Nothing was done: 2 images match by now, not 3.',
  )

  await page.reload()
  await rows(page).nth(0).getByRole('checkbox').check()
  await selected(page).getByRole('button', { name: 'Select all 2 that match' }).click()
  await selected(page).getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('button', { name: 'Delete pictures' }).click()
  await expect(page.getByText('No images uploaded yet.')).toBeVisible()
  const restored = page.waitForResponse('**/api/trash/restorations/')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await restored).status()).toBe(200)
  await expect(rows(page)).toContainText(['Quay - c.jpg', 'Quay - a.jpg'])
})
