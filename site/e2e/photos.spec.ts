import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { looksLike, makePhoto } from './fixtures/photo.ts'
import { createGallery, progressOf, openUploadForm } from './fixtures/photos-screen.ts'
import { horizontalOverflow } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const small = { width: 640, height: 480 }

const text = (name: string, words: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(words),
})
const banner = (page: Page) => page.getByRole('main').getByRole('alert')
const widthOf = (photo: Locator) => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)
const rows = (page: Page): Locator => page.getByRole('table').locator('tbody').getByRole('row')

test.beforeEach(async ({ page, staff }) => {
  await signIn(page, staff)
  await page.goto('/photos')
  await expect(page.getByText('No images uploaded yet.')).toBeVisible()
})

test('a photo is uploaded, replaced, described, viewed, deleted and restored', async ({ page }) => {
  await test.step('missing fields are reported and nothing is sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const form = await openUploadForm(page)
    await form.submit.click()
    await expect(banner(page)).toHaveText(/At least one File and a Title are required for image upload\./)
    await expect(banner(page)).toBeFocused()
    await form.files.setInputFiles({
      ...text('notes.txt', 'Notes'),
      mimeType: 'text/plain',
    })
    await expect(banner(page)).toContainText('notes.txt is not a JPEG, PNG, GIF, WebP or HEIC image.')
    await expect(page.getByRole('list', { name: 'Chosen images' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Upload photos' })).toBeFocused()
    await page.getByRole('button', { name: 'Create Gallery' }).click()
    await expect(page.getByText('Gallery name cannot be empty.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Create Gallery' }).getByLabel('Name')).toBeFocused()
    expect(sent).toEqual([])
  })

  const photo = await makePhoto('quay.jpg', [190, 80, 60], small)
  await test.step('it is uploaded', async () => {
    const form = await openUploadForm(page)
    await form.files.setInputFiles(photo)
    await form.submit.click()
    await expect(page.getByRole('list', { name: 'Chosen images' })).toBeVisible()
    await checkAccessibility(page)
    // The errors of the last attempt are gone; that of the other form is not.
    await expect(banner(page).getByRole('paragraph')).toHaveText([
      'At least one File and a Title are required for image upload.',
    ])
    await expect(page.getByText('Gallery name cannot be empty.')).toBeVisible()
    await form.title.fill('Harbour')
    await form.submit.click()
    await expect(page.getByText('Successfully uploaded 1 image(s)!')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    await checkAccessibility(page)
  })

  await test.step('the original opens in a new tab', async () => {
    const link = page.getByRole('link', {
      name: 'Open Harbour - quay.jpg in a new tab',
    })
    await expect(link).toHaveAttribute('rel', 'noopener')
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    })
    expect(await looksLike(await answer.body(), photo)).toBe(true)
  })

  const green = await makePhoto('ferry.jpg', [60, 150, 90], small)
  const dialog = page.getByRole('dialog', { name: 'Edit photo' })
  await test.step('it is changed and replaced', async () => {
    await createGallery(page, 'page logos')
    await page.getByRole('button', { name: 'Edit Harbour - quay.jpg' }).click()
    await dialog.locator('input[type=file]').setInputFiles(green)
    await dialog.getByLabel('Title').fill('The ferry')
    await dialog.getByLabel('Gallery').selectOption('page logos')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Image updated successfully!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(rows(page).first()).toContainText('The ferry')
    await expect(rows(page).first()).toContainText('page logos')
    await expect(page.getByRole('button', { name: 'Edit The ferry' })).toBeFocused()
  })

  await test.step('the dashboard shows it and links to its missing text', async () => {
    await page.getByRole('navigation', { name: 'Manage' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByText('1 photo in 1 gallery. 1 on the front page.')).toBeVisible()
    const strip = page.getByRole('region', { name: 'On the front page' }).locator('img')
    await expect.poll(() => widthOf(strip)).toBeGreaterThan(0)
    await checkAccessibility(page)
    const undescribed = page.getByRole('listitem').filter({ hasText: '1 photo has no alternative text' })
    await undescribed.getByRole('link', { name: 'Add text' }).click()
    await expect(page.getByLabel('Without alternative text')).toBeChecked()
    await page.getByRole('button', { name: 'Edit The ferry' }).click()
    await expect(dialog.getByLabel('Alternative text (optional)')).toBeFocused()
    await checkAccessibility(page)
    await page.keyboard.type('A green ferry')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No images match.')).toBeVisible()
    await page.getByLabel('Without alternative text').uncheck()
  })

  await test.step('the focus returns to its row after a resize, which put its button into a menu', async () => {
    await page.getByRole('button', { name: 'Edit The ferry' }).click()
    await expect(dialog).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(rows(page).first().getByLabel('More for The ferry')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(rows(page).first()).toBeFocused()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('it is viewed', async () => {
    await page.getByRole('button', { name: 'View The ferry' }).click()
    const shown = page.getByRole('dialog', { name: 'The ferry' }).getByRole('img', { name: 'A green ferry' })
    await expect.poll(() => widthOf(shown)).toBeGreaterThan(0)
    expect(await looksLike(await shown.screenshot(), green)).toBe(true)
    await checkAccessibility(page)
    await page.keyboard.press('Escape')
    await page.getByLabel('Select The ferry').check()
    await checkAccessibility(page, [320, 390])
    await page.getByLabel('Select The ferry').uncheck()
  })

  const remove = async () => {
    await page.getByRole('button', { name: 'Delete The ferry' }).click()
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to delete this image?',
    })
    await expect(question).toBeVisible()
    await checkAccessibility(page)
    await question.getByRole('button', { name: 'Delete image' }).click()
    await expect(page.getByText('No images uploaded yet.')).toBeVisible()
  }
  await test.step('it is deleted, comes back by Undo, and goes to the trash', async () => {
    await remove()
    await expect(page.getByRole('heading', { name: 'Uploaded Images' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(page.getByRole('button', { name: 'View The ferry' })).toBeVisible()
    await remove()
    await page.getByRole('link', { name: 'Trash' }).click()
    // The replaced image is there, too.
    const row = page.getByRole('row', { name: /^The ferry .* Photo/ })
    await expect(row.locator('img')).toBeVisible()
    await checkAccessibility(page)
    await row.getByRole('button', { name: 'Delete The ferry forever' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await checkAccessibility(page)
  })
})

test(
  'several photos are uploaded despite a rejected file, described in turn and deleted together',
  { tag: '@all' },
  async ({ page, errors }) => {
    await test.step('a rejected file is named with the reason and does not stop the others', async () => {
      errors.expect('the server responded with a status of 400')
      const form = await openUploadForm(page)
      const [one, three] = await Promise.all([
        makePhoto('one.jpg', [190, 80, 60], small),
        makePhoto('three.jpg', [60, 90, 190], small),
      ])
      await form.files.setInputFiles([one, text('two.jpg', 'A shopping list, not a photo.'), three])
      await form.title.fill('Mixed')
      const progress = await progressOf(page)
      await form.submit.click()
      await expect(page.getByText('Finished uploading. 2 succeeded, 1 failed. Check errors.')).toBeVisible()
      await expect(banner(page).getByRole('listitem')).toHaveCount(1)
      await expect(banner(page).getByRole('paragraph')).toHaveText([
        'Failed to upload two.jpg.',
        /^Upload a valid image: .*JPEG, PNG, GIF or WebP/,
      ])
      await expect(rows(page)).toContainText(['Mixed - three.jpg', 'Mixed - one.jpg'])
      await expect(rows(page)).toHaveCount(2)
      expect((await progress()).at(-1)).toBe('Uploading... (100%)')
      await createGallery(page, 'Walks along the northern quay in winter')
    })

    await test.step('a failed upload can be retried', async () => {
      const leftOver = page.getByRole('group', { name: 'Not uploaded' })
      await leftOver.getByRole('button', { name: 'Discard' }).click()
      await expect(leftOver).toHaveCount(0)
      await expect(banner(page)).toHaveCount(0)
      expect(errors.problems()).toEqual([])
      errors.expect('the server responded with a status of 413')
      let refuse = true
      await page.route('**/api/photos/images/', (route) =>
        refuse && route.request().method() === 'POST'
          ? route.fulfill({ status: 413, json: { detail: 'Too large.' } })
          : route.continue(),
      )
      const form = await openUploadForm(page)
      await form.files.setInputFiles(await makePhoto('four.jpg', [90, 180, 60], small))
      await form.title.fill('Second try')
      await form.submit.click()
      await expect(page.getByText('Finished uploading. 0 succeeded, 1 failed. Check errors.')).toBeVisible()
      await expect(banner(page).getByRole('paragraph')).toHaveText([
        'Failed to upload four.jpg.',
        'Too large.',
      ])
      await page.getByRole('link', { name: 'Galleries', exact: true }).click()
      await expect(banner(page)).toContainText('Failed to upload four.jpg.')
      await page.goBack()
      refuse = false
      await page.getByRole('button', { name: 'Retry failed' }).click()
      await expect(page.getByText('Successfully uploaded 1 image(s)!')).toBeVisible()
      await expect(rows(page)).toContainText([
        'Second try - four.jpg',
        'Mixed - three.jpg',
        'Mixed - one.jpg',
      ])
      await expect(banner(page)).toHaveCount(0)
      await page.unrouteAll({ behavior: 'wait' })
    })

    await test.step('their missing texts are written in turn', async () => {
      await page.reload()
      await page.getByLabel('Without alternative text').check()
      await page.getByRole('button', { name: 'Edit Second try - four.jpg' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit photo' })
      const title = dialog.getByLabel('Title', { exact: true })
      const describe = async (name: string) => {
        await expect(title).toHaveValue(name)
        await expect(dialog.getByLabel('Alternative text (optional)')).toBeFocused()
        await page.keyboard.type(`What ${name} shows`)
        await page.keyboard.press('Enter')
      }
      await describe('Second try - four.jpg')
      await describe('Mixed - three.jpg')
      await expect(title).toHaveValue('Mixed - one.jpg')
      await expect(dialog.getByRole('button', { name: 'Save and next' })).toHaveCount(0)
      await describe('Mixed - one.jpg')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText('No images match.')).toBeVisible()
      await page.getByLabel('Without alternative text').uncheck()
      for (const name of ['Second try - four.jpg', 'Mixed - three.jpg', 'Mixed - one.jpg'])
        await expect(page.getByRole('img', { name: `What ${name} shows` })).toBeVisible()
    })

    await test.step('selected photos are deleted and restored together', async () => {
      const selected = page.getByRole('group', { name: 'Selected photos' })
      await rows(page).nth(0).getByRole('checkbox').check()
      await rows(page).nth(2).getByRole('checkbox').check()
      await checkAccessibility(page, [320, 390])

      await page.getByLabel('Select all on this page').check()

      // Another tab deletes one of them.
      const other = await page.context().newPage()
      await other.goto('/photos')
      await other.getByRole('button', { name: 'Delete Mixed - three.jpg' }).click()
      await other.getByRole('button', { name: 'Delete image' }).click()
      await expect(rows(other)).toHaveCount(2)
      await other.close()
      expect(errors.problems()).toEqual([])
      errors.expect('the server responded with a status of 409')
      await selected.getByRole('button', { name: 'Delete selected' }).click()
      await page.getByRole('button', { name: 'Delete photos' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('no longer exists')

      await page.reload()
      await page.getByLabel('Select all on this page').check()
      await selected.getByRole('button', { name: 'Delete selected' }).click()
      await page.getByRole('button', { name: 'Delete photos' }).click()
      await expect(page.getByText('No images uploaded yet.')).toBeVisible()
      const restored = page.waitForResponse('**/api/trash/restorations/')
      await page.getByRole('button', { name: 'Undo' }).click()
      expect((await restored).status()).toBe(200)
      await expect(rows(page)).toContainText(['Second try - four.jpg', 'Mixed - one.jpg'])
    })

    await test.step('on a phone each photo is a card, and nothing scrolls sideways', async () => {
      const name = 'a-photo-with-a-name-that-a-camera-would-never-give-it-but-people-do.jpg'
      const form = await openUploadForm(page)
      await form.files.setInputFiles(await makePhoto(name, [190, 80, 60], small))
      await form.title.fill('Donaudampfschifffahrtsgesellschaftskapitänsmütze')
      await form.gallery.selectOption('Walks along the northern quay in winter')
      await form.submit.click()
      await expect(page.getByText('Successfully uploaded 1 image(s)!')).toBeVisible()
      await expect(rows(page).first()).toContainText('Donau')
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 })
        expect(await horizontalOverflow(page), `${width} px`).toEqual([])
        const row = rows(page).first()
        await row.scrollIntoViewIfNeeded()
        const [thumbnail, title, gallery] = await Promise.all(
          [row.locator('img'), row.getByRole('cell').nth(1), row.getByRole('cell').nth(2)].map((part) =>
            part.boundingBox(),
          ),
        )
        // The thumbnail is on the left; the title is beside it, above the gallery.
        expect((thumbnail?.x ?? 0) + (thumbnail?.width ?? 0)).toBeLessThanOrEqual(title?.x ?? 0)
        expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual((gallery?.y ?? 0) + 1)
        await expect(row.getByRole('button', { name: /^More for Donau/ })).toBeVisible()
      }
    })
  },
)

test(
  'an upload survives a lost connection, another screen and a reload, and makes each photo once',
  { tag: '@all' },
  async ({ page, errors }) => {
    errors.expect('net::ERR_INTERNET_DISCONNECTED', 'net::ERR_CONNECTION_RESET', 'status of 503')
    const context = page.context()
    const manage = page.getByRole('navigation', { name: 'Manage' })
    // Both screens are loaded before the network is lost.
    await manage.getByRole('link', { name: 'Galleries' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Galleries' })).toBeVisible()
    await manage.getByRole('link', { name: 'Photos' }).click()
    const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
    const files = await Promise.all(names.map((name) => makePhoto(name, [190, 80, 60], small)))
    const keys: string[] = []
    let broken = true
    await context.route('**/api/photos/images/', async (route, request) => {
      if (request.method() !== 'POST') return route.continue()
      const key = request.headers()['idempotency-key'] ?? ''
      const tries = keys.push(key) && keys.filter((other) => other === key).length
      const photo = new Set(keys).size
      // The answer to the first photo is lost, the second loses the network, the third gets through at the second try,
      // and the last never while it is broken.
      if (photo === 1 && tries === 1) await route.fetch()
      if (photo === 2 && tries === 1) await context.setOffline(true)
      if (photo === 3 && tries === 1) return route.fulfill({ status: 503, json: {} })
      if (tries > 1 && photo < 4) return route.continue()
      if (photo === 4 && !broken) return route.continue()
      return route.abort(photo === 2 ? 'internetdisconnected' : 'connectionreset')
    })
    const form = await openUploadForm(page)
    await form.files.setInputFiles(files)
    await form.title.fill('Train')
    await form.submit.click()
    await expect(page.getByText('There is no connection. The upload goes on when it is back.')).toBeVisible()
    await expect.poll(() => new Set(keys).size).toBe(2)
    await expect(form.submit).toHaveText('Uploading... (25%)')

    await test.step('progress is shown on other screens, and on this one again', async () => {
      await manage.getByRole('link', { name: 'Galleries' }).click()
      const progress = page.getByRole('group', { name: 'Photo upload' })
      await expect(progress).toContainText('Uploading... (25%)')
      await context.setOffline(false)
      await expect(progress).toContainText('Uploading... (75%)')
      await manage.getByRole('link', { name: 'Photos' }).click()
      await page.getByRole('button', { name: 'Uploading... (75%)' }).click()
      await expect(form.submit).toHaveText('Uploading... (75%)')
      await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem')).toHaveCount(4)
    })

    const leftOver = (tab: Page) => tab.getByRole('group', { name: 'Not uploaded' })
    const otherTab = await context.newPage()
    await otherTab.goto('/photos')
    await expect(rows(otherTab)).toHaveCount(3)
    await expect(leftOver(otherTab)).toHaveCount(0)
    await otherTab.close()

    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(leftOver(page)).toContainText('1 file is left from an upload that did not finish: d.jpg')
    await checkAccessibility(page, [320, 390])
    broken = false
    await leftOver(page).getByRole('button', { name: 'Resume' }).press('Enter')
    await expect(page.getByText('Successfully uploaded 1 image(s)!')).toBeVisible()
    await expect(rows(page)).toContainText(names.toReversed().map((name) => `Train - ${name}`))
    await expect(rows(page)).toHaveCount(4)
    await page.reload()
    await expect(rows(page)).toHaveCount(4)
    await expect(leftOver(page)).toHaveCount(0)
  },
)

test(
  'HEIC photos become JPEGs, upright and in their colours, and are recognized as duplicates',
  { tag: '@all' },
  async ({ page, errors }) => {
    const form = await openUploadForm(page)
    // Drawn with libheif's encoder, in the shapes that families of cameras write.
    const names = ['iphone.heic', 'galaxy.heic', 'camera.hif', 'broken.heic']
    const read = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures/heic', name))
    await form.files.setInputFiles(
      names.map((name) => ({
        name,
        mimeType: '',
        buffer: name.startsWith('broken') ? read('iphone.heic').subarray(0, 900) : read(name),
      })),
    )
    const licence = page.getByRole('link', {
      name: 'libheif, under the GNU LGPL',
    })
    const terms = await page.request.get((await licence.getAttribute('href')) ?? '')
    expect(terms.headers()['content-type']).toBe('text/plain; charset=utf-8')
    expect(await terms.text()).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    await form.title.fill('HEIC')
    await form.submit.click()
    await expect(page.getByText('Finished uploading. 3 succeeded, 1 failed. Check errors.')).toBeVisible()
    await expect(banner(page).getByRole('paragraph')).toHaveText([
      'Failed to upload broken.heic.',
      'It cannot be read as a HEIC photo.',
    ])
    const opened = async (name: string) => {
      const link = page.getByRole('link', {
        name: `Open HEIC - ${name} in a new tab`,
      })
      return (await page.request.get((await link.getAttribute('href')) ?? '')).body()
    }
    const red = [200, 50, 30]
    const blue = [30, 70, 200]
    for (const [name, width, height, first, last] of [
      // Its colours are of a wider space, Display P3.
      ['iphone.jpg', 900, 1200, [219, 23, 6], [8, 71, 209]],
      ['galaxy.jpg', 1000, 560, red, blue],
      ['camera.jpg', 480, 720, blue, red],
    ] as const) {
      const { data, info } = await sharp(await opened(name))
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height], name).toEqual([width, height])
      for (const [at, colour] of [
        [0, first],
        [data.length - 3, last],
      ] as const)
        for (const [channel, value] of colour.entries())
          expect(Math.abs((data[at + channel] ?? 0) - value), `${name} ${at}`).toBeLessThan(12)
    }

    await page.reload()
    await openUploadForm(page)
    await form.files.setInputFiles({
      name: 'galaxy.heic',
      mimeType: 'image/heic',
      buffer: read('galaxy.heic'),
    })
    await expect(page.getByRole('group', { name: 'galaxy.heic again' })).toContainText(
      'galaxy.heic is already uploaded: “HEIC - galaxy.jpg”, in no gallery.',
    )
    await page.keyboard.press('Escape')
    // A replacement may be HEIC, too.
    await page.getByRole('button', { name: 'Edit HEIC - galaxy.jpg' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit photo' })
    const iphone = {
      name: 'iphone.heic',
      mimeType: '',
      buffer: read('iphone.heic'),
    }
    await dialog.locator('input[type=file]').setInputFiles(iphone)
    await dialog.getByLabel('Alternative text (optional)').fill('Red above blue')
    await expect(dialog.getByRole('link', { name: 'libheif, under the GNU LGPL' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Image updated successfully!')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Red above blue' })).toBeVisible()
    const { width, height } = await sharp(await opened('galaxy.jpg')).metadata()
    expect([width, height]).toEqual([900, 1200])

    expect(errors.problems()).toEqual([])
    errors.expect('script-src stopped wasm-eval')
    // Only the worker may compile WebAssembly, not the page.
    const empty = [0, 97, 115, 109, 1, 0, 0, 0]
    const compile = (bytes: number[]) =>
      WebAssembly.compile(Uint8Array.from(bytes)).then(
        () => 'compiled',
        () => 'refused',
      )
    expect(await page.evaluate(compile, empty)).toBe('refused')
  },
)
