import { publicPages } from './fixtures/content.ts'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { openUploadForm } from './fixtures/photos-screen.ts'
import { addPicture } from './fixtures/pictures.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

for (const { path, status } of publicPages) {
  test(`anybody can use ${path}`, async ({ page, errors }) => {
    if (status === 404) errors.expect('the server responded with a status of 404')
    await open(page, path)
    await checkAccessibility(page)
  })
}

test('anybody can use the menu of a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await checkAccessibility(page, [320, 390])
})

test('anybody can use the front page with pictures, and without the list of them', async ({
  page,
  staff,
  errors,
}) => {
  await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'Show next picture' })).toBeVisible()
  await checkAccessibility(page)
  errors.expect('the server responded with a status of 500')
  await page.route('**/api/photos/images/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load banner images.')).toBeVisible()
  await checkAccessibility(page)
})

test('anybody can use the sign-in screen', async ({ page }) => {
  await open(page, '/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await checkAccessibility(page)
})

test('anybody can use the sign-in screen when it refuses', async ({ page, errors }) => {
  errors.expect('the server responded with a status of 401')
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('noor@example.test')
  await page.getByLabel('Password', { exact: true }).fill('something')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await checkAccessibility(page)
})

test.describe('staff can use', () => {
  test('the menu with their name', async ({ page, staff }) => {
    await signIn(page, staff)
    await open(page, '/about')
    await page.getByRole('button', { name: staff.firstName }).click()
    await expect(
      page.getByRole('list', { name: 'Account' }).getByRole('button', { name: 'Sign Out' }),
    ).toBeVisible()
    await checkAccessibility(page, [1440, 900])
  })

  test('the empty photos screen', async ({ page, staff }) => {
    await signIn(page, staff)
    await page.goto('/photos')
    await expect(page.getByText('No images uploaded yet.')).toBeVisible()
    await checkAccessibility(page)
  })

  test('the photos screen with pictures, chosen files, a complaint and a message', async ({
    page,
    staff,
  }) => {
    await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
    await page.goto('/photos')
    await expect(page.getByRole('table').locator('img')).toBeVisible()
    await page.getByRole('region', { name: 'Create Gallery' }).getByRole('button').click()
    await expect(page.getByText('Gallery name cannot be empty.')).toBeVisible()
    const form = await openUploadForm(page)
    await form.files.setInputFiles(await makePhoto('quay.jpg', [190, 80, 60], { width: 640, height: 480 }))
    await form.submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await checkAccessibility(page)
    await form.title.fill('Harbour')
    await form.submit.click()
    await expect(page.getByText('Successfully uploaded 1 image(s)!')).toBeVisible()
    await checkAccessibility(page)
  })

  test('the documents screen: empty, with a document, a complaint, a message and a question', async ({
    page,
    staff,
  }) => {
    await signIn(page, staff)
    await page.goto('/documents')
    await expect(page.getByText('No documents uploaded yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Upload document' }).click()
    const form = page.getByRole('dialog', { name: 'Upload document' })
    await form.getByRole('button', { name: 'Upload Document' }).click()
    await expect(form.getByRole('alert')).toBeVisible()
    await checkAccessibility(page)
    const file = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('The CV') }
    await form.locator('input[type=file]').setInputFiles(file)
    await form.getByLabel('Name', { exact: true }).fill('CV')
    await form.getByLabel('Category', { exact: true }).selectOption('CV')
    await form.getByRole('checkbox').check()
    await form.getByRole('button', { name: 'Upload Document' }).click()
    await expect(page.getByText('Document uploaded successfully!')).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Replace file: CV' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit document' })
    await dialog.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('Another') })
    await checkAccessibility(page)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByRole('button', { name: 'More for CV' }).click()
    await page.getByRole('menuitem', { name: 'Versions' }).click()
    await expect(page.getByRole('dialog', { name: 'Versions of CV' }).getByText('Version 2')).toBeVisible()
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete CV' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkAccessibility(page)
  })

  test('the galleries screen, a gallery being changed and the question about the front page', async ({
    page,
    staff,
  }) => {
    await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
    await page.goto('/galleries')
    await page.getByRole('button', { name: 'Delete page logos' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit page logos' }).click()
    const form = page.getByRole('form', { name: 'Edit page logos' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Arrange page logos' }).click()
    await page.getByRole('button', { name: 'Harbour' }).press('Space')
    await checkAccessibility(page)
  })

  test('the trash, Undo and the question before something is deleted forever', async ({ page, staff }) => {
    await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
    await page.goto('/photos')
    await page.getByRole('button', { name: 'Delete Harbour' }).click()
    await page.getByRole('button', { name: 'Delete image' }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await checkAccessibility(page)
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('button', { name: 'View Harbour' })).toBeVisible()
    await page.getByRole('button', { name: 'Delete Harbour' }).click()
    await page.getByRole('button', { name: 'Delete image' }).click()
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page.getByRole('row', { name: /Harbour/ }).locator('img')).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Delete Harbour forever' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkAccessibility(page)
  })

  test('the dialogs of a picture', async ({ page, staff }) => {
    await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
    await page.goto('/photos')
    await page.getByRole('button', { name: 'Edit Harbour' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit photo' })).toBeVisible()
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View Harbour' }).click()
    await expect(page.getByRole('dialog', { name: 'Harbour' })).toBeVisible()
    await checkAccessibility(page)
  })

  test('the dashboard, and the pictures without an alternative text', async ({ page, staff }) => {
    await addPicture(page, await signIn(page, staff), 'page logos', 'Harbour')
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'On the front page' }).locator('img')).toBeVisible()
    await checkAccessibility(page)
    const undescribed = page.getByRole('listitem').filter({ hasText: '1 photo has no alternative text' })
    await undescribed.getByRole('link', { name: 'Add text' }).click()
    await expect(page.getByLabel('Without alternative text')).toBeChecked()
    await page.getByRole('button', { name: 'Edit Harbour' }).click()
    await expect(page.getByLabel('Alternative text (optional)')).toBeFocused()
    await checkAccessibility(page)
  })
})
