import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { openUploadForm } from './fixtures/photos-screen.ts'
import { expect, test } from './fixtures/test.ts'

const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row')

test(
  'two hundred photos are uploaded despite a reload, and are listed in pages',
  { tag: '@all' },
  async ({ page, staff }) => {
    test.slow()
    const tokens = await signIn(page, staff)
    await page.goto('/photos')
    const names = Array.from({ length: 200 }, (_, index) => `${String(index).padStart(3, '0')}.png`)
    const files = names.map(async (name, index) => {
      const background = { r: index, g: 255 - index, b: 90 }
      const photo = sharp({ create: { width: 16, height: 16, channels: 3, background } })
      return { name, mimeType: 'image/png', buffer: await photo.png().toBuffer() }
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
    await expect.poll(() => sent, { timeout: 600_000 }).toBe(81)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    const leftOver = page.getByRole('group', { name: 'Not uploaded' })
    await expect(leftOver).toContainText('left from an upload that did not finish')
    expect(await uploaded()).toHaveLength(80)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await leftOver.getByRole('button', { name: 'Resume' }).click()
    await expect(page.getByText(/^Successfully uploaded \d+ image\(s\)!/)).toBeVisible({ timeout: 600_000 })
    expect(await uploaded()).toEqual(names.map((name) => `Train - ${name}`))

    await test.step('a page survives a reload, a shared link and Back', async () => {
      await page.reload()
      await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '201')
      await page.getByLabel('Order').selectOption('Oldest first')
      await expect(page).toHaveURL('/photos?order=oldest')
      await expect(rows(page).first()).toContainText('Train - 000.png')
      const pages = page.getByRole('navigation', { name: 'Pages of images' })
      await expect(pages.getByRole('status')).toHaveText('Page 1 of 4')
      await pages.getByRole('button', { name: 'Next page' }).press('Enter')
      await expect(rows(page).first()).toContainText('Train - 050.png')
      await expect(rows(page).last()).toHaveAttribute('aria-rowindex', '101')
      await expect(page.getByRole('heading', { name: 'Uploaded Images' })).toBeFocused()
      await expect(page.getByRole('heading', { name: 'Uploaded Images' })).toBeInViewport()
      await page.reload()
      await expect(rows(page).first()).toContainText('Train - 050.png')
      await expect(page).toHaveURL('/photos?order=oldest&page=2')

      const other = await page.context().newPage()
      await other.goto('/photos?order=oldest&page=2')
      await expect(rows(other).last()).toContainText('Train - 099.png')
      await other.close()

      await page.setViewportSize({ width: 1280, height: 400 })
      await page.evaluate(() => scrollTo(0, 150))
      await page.getByRole('link', { name: 'Galleries', exact: true }).press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()
      // Going back before the smooth scroll to the top has ended would let it continue.
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await expect(rows(page).first()).toContainText('Train - 050.png')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(150)
      await page.goBack()
      await expect(pages.getByRole('status')).toHaveText('Page 1 of 4')
      await expect(rows(page).first()).toContainText('Train - 000.png')
    })

    await test.step('a search finds one photo, survives a reload and ends with Back', async () => {
      const search = page.getByLabel('Search')
      await search.pressSequentially('train - 007')
      await expect(rows(page)).toContainText(['Train - 007.png'])
      await expect(rows(page)).toHaveCount(1)
      await expect(page.getByText('1 of 200')).toBeVisible()
      await expect(search).toBeFocused()
      await expect(page).toHaveURL('/photos?search=train+-+007&order=oldest')
      await page.reload()
      await expect(rows(page)).toContainText(['Train - 007.png'])
      await expect(search).toHaveValue('train - 007')
      await page.goBack()
      await expect(page).toHaveURL('/photos?order=oldest')
      await page.goBack()
      await expect(page).toHaveURL('/photos')
      await expect(rows(page).first()).toContainText('Train - 199.png')
      await expect(search).toHaveValue('')
    })
  },
)

test(
  'photos are scaled down in the browser if chosen, and are upright',
  { tag: '@all' },
  async ({ page, staff }) => {
    await signIn(page, staff)
    await page.goto('/photos')
    const form = await openUploadForm(page)
    const { buffer } = await makePhoto('large.jpg', [190, 80, 60], { width: 3200, height: 2400 })
    // Orientation 6: the camera was held upright, and the left side of the stored photo is its top.
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
      const file = await page.request.get((await link.getAttribute('href')) ?? '')
      const found = await sharp(await file.body()).metadata()
      expect([found.width, found.height], title).toEqual([width, height])
    }
  },
)
