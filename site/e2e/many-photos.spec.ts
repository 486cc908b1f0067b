import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { openUploadForm } from './fixtures/photos-screen.ts'
import { expect, test } from './fixtures/test.ts'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')
const selected = (page: Page) => page.getByRole('group', { name: 'Selected photos' })

async function upload(page: Page, names: readonly string[]): Promise<void> {
  const form = await openUploadForm(page)
  const shades = names.map((name, index) =>
    makePhoto(name, [200, 25 * index, 60], { width: 640, height: 480 }),
  )
  await form.files.setInputFiles(await Promise.all(shades))
  await form.title.fill('Quay')
  await form.submit.click()
  await expect(page.getByText(`Successfully uploaded ${names.length} image(s)!`)).toBeVisible()
}

test('selected photos are deleted and restored together', async ({ page, staff, errors }) => {
  await signIn(page, staff)
  await page.goto('/photos')
  await upload(page, ['a.jpg', 'b.jpg', 'c.jpg'])
  await rows(page).nth(0).getByRole('checkbox').check()
  await rows(page).nth(2).getByRole('checkbox').check()
  await checkAccessibility(page, [320, 390])

  await selected(page).getByRole('button', { name: 'Select all 3' }).click()

  // Somebody else deletes one of them.
  const other = await page.context().newPage()
  await other.goto('/photos')
  await other.getByRole('button', { name: 'Delete Quay - b.jpg' }).click()
  await other.getByRole('button', { name: 'Delete image' }).click()
  await expect(rows(other)).toHaveCount(2)
  await other.close()
  errors.expect('the server responded with a status of 409')
  await selected(page).getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('button', { name: 'Delete photos' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('2 photos match now, not 3.')

  await page.reload()
  await rows(page).nth(0).getByRole('checkbox').check()
  await selected(page).getByRole('button', { name: 'Select all 2' }).click()
  await selected(page).getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('button', { name: 'Delete photos' }).click()
  await expect(page.getByText('No images uploaded yet.')).toBeVisible()
  const restored = page.waitForResponse('**/api/trash/restorations/')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await restored).status()).toBe(200)
  await expect(rows(page)).toContainText(['Quay - c.jpg', 'Quay - a.jpg'])
})

test('two hundred pictures are uploaded, and go on after a reload in the middle', async ({ page, staff }) => {
  const tokens = await signIn(page, staff)
  await page.goto('/photos')
  const names = Array.from({ length: 200 }, (_, index) => `${String(index).padStart(3, '0')}.png`)
  const files = names.map(async (name, index) => {
    const background = { r: index, g: 255 - index, b: 90 }
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background } })
    return { name, mimeType: 'image/png', buffer: await picture.png().toBuffer() }
  })
  // The eighty-first gets no answer before the reload.
  let sent = 0
  await page.route('**/api/photos/images/', (route) => {
    if (route.request().method() === 'POST' && ++sent > 80) return
    return route.continue()
  })
  const form = await openUploadForm(page)
  await form.files.setInputFiles(await Promise.all(files))
  await form.title.fill('Train')
  await form.submit.click()
  const uploaded = async () => {
    const headers = { Authorization: `Bearer ${tokens.access}` }
    const answer = await page.request.get('/api/photos/images/?ordering=uploaded_at', { headers })
    return ((await answer.json()) as { title: string }[]).map(({ title }) => title)
  }
  await expect.poll(() => sent, { timeout: 60_000 }).toBe(81)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const leftOver = page.getByRole('group', { name: 'Not uploaded' })
  await expect(leftOver).toContainText('left from an upload that did not finish')
  expect(await uploaded()).toHaveLength(80)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await leftOver.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText(/^Successfully uploaded \d+ image\(s\)!/)).toBeVisible({ timeout: 60_000 })
  expect(await uploaded()).toEqual(names.map((name) => `Train - ${name}`))
})

test('what is shown of many pictures is there again after a reload, and after Back', async ({
  page,
  staff,
}) => {
  const headers = { Authorization: `Bearer ${(await signIn(page, staff)).access}` }
  for (let index = 0; index < 55; index++) {
    const background = { r: index, g: 90, b: 255 - index }
    const buffer = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer()
    const image = { name: 'a.png', mimeType: 'image/png', buffer }
    const title = `Quay ${String(index).padStart(2, '0')}`
    const answer = await page.request.post('/api/photos/images/', { headers, multipart: { image, title } })
    expect(answer.status()).toBe(201)
  }
  const titles = (...expected: string[]) => expect(rows(page)).toContainText(expected)
  await page.goto('/photos')
  await page.getByLabel('Order').selectOption('Oldest first')
  await expect(page).toHaveURL('/photos?order=oldest')
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await titles('Quay 50', 'Quay 51', 'Quay 52', 'Quay 53', 'Quay 54')
  await expect(page.getByRole('heading', { name: 'Uploaded Images' })).toBeFocused()
  await page.reload()
  await titles('Quay 50', 'Quay 51', 'Quay 52', 'Quay 53', 'Quay 54')
  await expect(page).toHaveURL('/photos?order=oldest&page=2')

  // A link that is sent.
  const other = await page.context().newPage()
  await other.goto('/photos?order=oldest&page=2')
  await expect(rows(other)).toHaveCount(5)
  await other.close()

  await page.setViewportSize({ width: 1280, height: 400 })
  await page.evaluate(() => scrollTo(0, 150))
  await page.getByRole('link', { name: 'Galleries', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()
  // The way to the top of the new screen is smooth, and would go on after Back.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await titles('Quay 50', 'Quay 51', 'Quay 52', 'Quay 53', 'Quay 54')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(150)
  await page.goBack()
  await expect(page.getByRole('status').filter({ hasText: 'Page 1 of 2' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Quay 00')

  await page.getByLabel('Search').pressSequentially('quay 07')
  await titles('Quay 07')
  await expect(page.getByLabel('Search')).toBeFocused()
  await expect(page).toHaveURL('/photos?search=quay+07&order=oldest')
  await page.reload()
  await titles('Quay 07')
  await expect(page.getByLabel('Search')).toHaveValue('quay 07')
  await page.goBack()
  await expect(page).toHaveURL('/photos?order=oldest')
  await page.goBack()
  await expect(page).toHaveURL('/photos')
  await expect(rows(page).first()).toContainText('Quay 54')
  await expect(page.getByLabel('Search')).toHaveValue('')
})

test('pictures that look alike are shown accessibly, and HEIC that is already uploaded is known', async ({
  page,
  staff,
}) => {
  await signIn(page, staff)
  await page.goto('/photos')
  const form = await openUploadForm(page)
  const buffer = await readFile(join(import.meta.dirname, 'fixtures/heic/galaxy.heic'))
  const heic = { name: 'galaxy.heic', mimeType: 'image/heic', buffer }
  const shapes = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#347"/>
    <circle cx="150" cy="130" r="90" fill="#fd8"/><path d="M0 480 320 200 640 480z" fill="#231"/>
    <rect x="420" y="60" width="160" height="220" fill="#e54"/></svg>`
  const drawn = (name: string, quality: number) =>
    sharp(Buffer.from(shapes))
      .jpeg({ quality })
      .toBuffer()
      .then((buffer) => ({ ...heic, name, buffer }))
  const [one, other] = [await drawn('one.jpg', 90), await drawn('other.jpg', 60)]
  await form.files.setInputFiles([
    heic,
    { ...one, mimeType: 'image/jpeg' },
    { ...other, mimeType: 'image/jpeg' },
  ])
  await form.title.fill('Quay')
  await form.submit.click()
  await expect(page.getByText('Successfully uploaded 3 image(s)!')).toBeVisible()

  await openUploadForm(page)
  await form.files.setInputFiles(heic)
  await expect(page.getByRole('group', { name: 'galaxy.heic again' })).toContainText(
    'galaxy.heic is already uploaded: “Quay - galaxy.jpg”, in no gallery.',
  )
  await page.keyboard.press('Escape')
  // A replacement may be HEIC, too.
  await page.getByRole('button', { name: 'Edit Quay - galaxy.jpg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit photo' })
  const iphone = await readFile(join(import.meta.dirname, 'fixtures/heic/iphone.heic'))
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'iphone.heic', mimeType: '', buffer: iphone })
  await expect(dialog.getByRole('link', { name: 'libheif, under the GNU LGPL' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Image updated successfully!')).toBeVisible()
  const link = page.getByRole('link', { name: 'Open Quay - galaxy.jpg in a new tab' })
  const picture = await page.request.get((await link.getAttribute('href')) ?? '')
  const { width, height } = await sharp(await picture.body()).metadata()
  expect([width, height]).toEqual([900, 1200])
})

test('pictures are scaled down in the browser when somebody asks for it, upright', async ({
  page,
  staff,
}) => {
  await signIn(page, staff)
  await page.goto('/photos')
  const form = await openUploadForm(page)
  const { buffer } = await makePhoto('large.jpg', [190, 80, 60], { width: 3200, height: 2400 })
  // The camera was held upright: what is stored as the left side is the top.
  const turned = await sharp(buffer).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const small = await makePhoto('small.jpg', [60, 80, 190], { width: 640, height: 480 })
  const files = [{ name: 'large.jpg', mimeType: 'image/jpeg', buffer: turned }, small]
  const upload = async (title: string) => {
    await openUploadForm(page)
    await form.files.setInputFiles(files)
    await form.title.fill(title)
    await form.submit.click()
    await expect(page.getByText('Successfully uploaded 2 image(s)!')).toBeVisible()
    await page.reload()
  }
  await upload('Whole')
  const box = page.getByRole('checkbox', { name: 'Resize before upload' })
  await openUploadForm(page)
  await expect(box).not.toBeChecked()
  await box.check()
  await upload('Scaled')
  for (const [title, width, height] of [
    ['Whole - large.jpg', 2400, 3200],
    ['Scaled - large.jpg', 1920, 2560],
    ['Scaled - small.jpg', 640, 480],
  ] as const) {
    const link = page.getByRole('link', { name: `Open ${title} in a new tab` })
    const picture = await page.request.get((await link.getAttribute('href')) ?? '')
    const found = await sharp(await picture.body()).metadata()
    expect([found.width, found.height], title).toEqual([width, height])
  }
})
