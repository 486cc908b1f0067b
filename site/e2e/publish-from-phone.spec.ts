import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { publish, startBuildService } from './fixtures/build-service.ts'
import { createPerson, signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { startServer } from './fixtures/server.ts'
import { copySourceTree } from './fixtures/source-tree.ts'
import { expect, test as base } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

type Builder = 'the server' | 'a build service'

/** A site whose pages are made again after each publication. */
const test = base.extend<{ builder: Builder }>({
  builder: ['the server', { option: true }],

  site: async ({ engine, errors, builder }, use) => {
    if (builder === 'the server') {
      const site = await startServer(engine, { folder: '' })
      await site.command(['demo', '--files=false'])
      // The app knows the images of the pages that it was opened with.
      await expect
        .poll(async () => (await fetch(`${site.url}/projects`)).status, { timeout: 60_000 })
        .toBe(200)
      await use(site)
      errors.addLog(await site.stop())
      return
    }
    const tree = await copySourceTree()
    const served = join(tree, 'served')
    await publish(join(tree, 'dist'), served)
    const service = await startBuildService({ tree, served, token: randomUUID() })
    const site = await startServer(engine, { folder: served, settings: { BUILD_HOOK_URL: service.url } })
    service.buildFor(site)
    await importTexts(site)
    await use(site)
    await service.stop()
    errors.addLog(await site.stop())
    await rm(tree, { recursive: true })
  },
})

for (const builder of ['the server', 'a build service'] as const) {
  test.describe(`the pages are made by ${builder}`, () => {
    test.use({ builder })

    test(
      'the end date of a job and a photo in its text are published from a phone',
      { tag: '@all' },
      async ({ page, site }) => {
        test.slow()
        await page.setViewportSize({ width: 390, height: 844 })
        const tokens = await signIn(page, await createPerson(site, { staff: true }))
        await addPhoto(page, tokens, 'Quay', 'Crane at dawn')
        const made = await page.request.post('/api/documents/documents/from_content/', {
          headers: { Authorization: `Bearer ${tokens.access}` },
        })
        expect(made.status()).toBe(204)
        await page.goto('/dashboard')
        let taps = 0
        const tap = async (target: Locator) => {
          taps++
          await target.click()
        }
        await tap(page.getByRole('button', { name: 'Open menu' }))
        await tap(page.getByRole('dialog').getByRole('link', { name: 'Content' }))
        await page.getByRole('searchbox', { name: 'Filter' }).fill('operations')
        await tap(page.getByRole('link', { name: /Operations Lead/ }))
        await tap(page.getByLabel(/^End/))
        await page.keyboard.press('Control+a')
        await page.keyboard.type('2021-11')
        await page.getByRole('button', { name: 'Photo' }).click()
        const photos = page.getByRole('dialog', { name: 'Photo' })
        await photos.getByRole('button', { name: 'Crane at dawn' }).click()
        await photos.getByLabel('Alternative text').fill('A crane above the quay')
        await photos.getByRole('button', { name: 'Insert' }).click()
        await tap(page.getByRole('button', { name: 'Publish 1 change' }))
        const dialog = page.getByRole('dialog', { name: 'Publish' })
        await expect(dialog.locator('del')).toHaveText('2022')
        await expect(dialog.locator('ins')).toHaveText(['2021-11', /!\[A crane above the quay\]\(.*\.jpg\)/])
        await tap(dialog.getByRole('button', { name: 'Publish now' }))
        await expect(page.getByText('Published 1 change.')).toBeVisible()
        expect(taps).toBeLessThanOrEqual(12)
        const shown = async () =>
          (await (await page.request.get('/cv')).text()).includes('2018 to November 2021')
        await expect.poll(shown, { timeout: 600_000, intervals: [1000] }).toBe(true)
        const pages = page.getByRole('region', { name: 'Publishing' })
        await expect(async () => {
          await page.goto('/dashboard')
          await expect(pages.getByText('Everything is published.')).toBeVisible({ timeout: 20_000 })
          const ended = builder === 'a build service' ? /^It went live .+\.$/ : /^The last build ended .+\.$/
          await expect(pages.getByText(ended)).toBeVisible({ timeout: 20_000 })
        }).toPass()
        await expectPhoto(page, builder)
        // The document made from the content is the PDF of the pages.
        const [file, document] = await Promise.all(
          ['/cv.pdf', '/cv-download'].map(async (path) => (await page.request.get(path)).body()),
        )
        expect(file && document?.equals(file)).toBe(true)
      },
    )
  })
}

/** Expects the image of the photo in the job's text, on the page and in the preview. */
async function expectPhoto(page: Page, builder: Builder): Promise<void> {
  const name = 'A crane above the quay'
  await page.goto('/cv')
  const image = page.getByRole('img', { name })
  await image.scrollIntoViewIfNeeded()
  const file = () =>
    image.evaluate(({ currentSrc, naturalWidth }: HTMLImageElement) => [currentSrc, naturalWidth > 0])
  const address = builder === 'the server' ? /\/media\/.*\.jpg$/ : /\/assets\/crane-at-dawn-\d+-.*\.avif$/
  await expect.poll(file).toEqual([expect.stringMatching(address), true])
  if (builder === 'the server') return
  // The preview shows the files that the build made.
  const pattern = new RegExp(`<picture>(?:(?!<picture>).)*alt="${name}".*?</picture>`, 's')
  const [markup = 'no image'] = pattern.exec(await (await page.request.get('/cv')).text()) ?? []
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/content?file=cv/experience/tidewater-logistics-lab.md')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('img', { name })).toBeAttached()
  await expect.poll(() => preview.locator('#root').innerHTML()).toContain(markup)
}
