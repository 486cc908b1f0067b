import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { content } from './fixtures/content.ts'
import { signInAtForm } from './fixtures/people.ts'
import { looksLike, makePhoto, type Photo } from './fixtures/photo.ts'
import { createGallery, progressOf, openUploadForm } from './fixtures/photos-screen.ts'
import { open } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const banner = (page: Page) => page.getByRole('button', { name: 'Show next picture' })

/** Waits until the banner says `count` and really shows `photo`. */
async function expectShown(page: Page, count: string, photo: Photo): Promise<void> {
  await expect(banner(page)).toHaveText(new RegExp(`${count}$`))
  await expect(banner(page)).toHaveAccessibleName(
    new RegExp(`^Show next picture, ${content.initials}, \\d of 3$`),
  )
  const shown = banner(page).locator('img[data-position=current]')
  expect(
    await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await expect.poll(async () => looksLike(await banner(page).screenshot(), photo), photo.name).toBe(true)
}

test.use({ empty: true })

test('from an empty folder to photos on the front page', async ({ page, site, staff, engine, visitor }) => {
  expect(existsSync(join(site.dataDir, 'portfolio.db'))).toBe(engine === 'sqlite')

  const photos = await test.step('three photos come, one of them as a camera makes it', () =>
    Promise.all([
      makePhoto('quay.jpg', [196, 62, 48]),
      makePhoto('lighthouse.jpg', [58, 152, 84], { width: 1600, height: 1200 }),
      makePhoto('ferry.jpg', [64, 92, 204], { width: 1600, height: 1200 }),
    ]))

  await test.step('staff sign in at the form', async () => {
    await signInAtForm(page, staff)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome back, ${staff.firstName}`)
    await page.getByRole('link', { name: 'Manage My Photos' }).click()
    await expect(page.getByText('No galleries created yet.')).toBeVisible()
    await expect(page.getByText('No images uploaded yet.')).toBeVisible()
  })

  await test.step('they make the gallery of the front page', async () => {
    await createGallery(page, 'page logos')
    await expect(page.getByRole('listitem').filter({ hasText: 'page logos' })).toContainText('page-logos')
  })

  await test.step('they upload the photos, one after the other', async () => {
    const form = await openUploadForm(page)
    await form.files.setInputFiles(photos)
    await form.title.fill('Harbour')
    await form.gallery.selectOption('page logos')
    const progress = await progressOf(page)
    await form.submit.click()
    await expect(page.getByText('Successfully uploaded 3 image(s)!')).toBeVisible({ timeout: 180_000 })
    expect(await progress()).toEqual([
      'Uploading... (0%)',
      'Uploading... (33%)',
      'Uploading... (67%)',
      'Uploading... (100%)',
    ])
    await expect(form.title).toBeHidden()
  })

  await test.step('the table lists them, newest first, with thumbnails', async () => {
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(4)
    for (const [index, photo] of [...photos].reverse().entries()) {
      const row = rows.nth(index + 1)
      await expect(row).toContainText(`Harbour - ${photo.name}`)
      await expect(row).toContainText('page logos')
      const thumbnail = row.locator('img')
      await thumbnail.scrollIntoViewIfNeeded()
      await expect
        .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      expect(await looksLike(await thumbnail.screenshot(), photo)).toBe(true)
    }
  })

  await test.step('a stranger sees them on the front page, in their order', async () => {
    const [first, second, third] = photos
    const stranger = await visitor()
    await open(stranger, '/')
    await expectShown(stranger, '1 of 3', first)
    await checkAccessibility(stranger)
    await banner(stranger).focus()
    await stranger.keyboard.press('Enter')
    await expectShown(stranger, '2 of 3', second)
    await expect(banner(stranger)).toBeFocused()
    // The pointer's arrival is a step, and so is each click.
    await banner(stranger).hover()
    await expectShown(stranger, '3 of 3', third)
    await banner(stranger).click()
    await expectShown(stranger, '1 of 3', first)
    await banner(stranger).click()
    await expectShown(stranger, '2 of 3', second)
  })
})
