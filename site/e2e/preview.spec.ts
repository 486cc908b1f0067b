import { readFile } from 'node:fs/promises'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { content } from './fixtures/content.ts'
import { readPdf } from './fixtures/pdf.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

test.beforeEach(async ({ page, site, staff }) => {
  await importTexts(site)
  await signIn(page, staff)
})

const job = '/content?file=cv%2Fexperience%2Ftidewater-logistics-lab.md'

const texts = {
  '/': 'home/hero.md',
  '/cv': 'cv/profile.md',
  '/on-the-web': 'on-the-web/page.md',
  '/about': 'about.md',
  '/terms': 'terms.md',
  '/projects': 'projects/page.md',
  '/projects/collect-less': 'projects/collect-less.md',
  '/notes/write-the-removal-first': 'notes/write-the-removal-first.md',
  '/privacy': 'pages/privacy.md',
}

test('the preview of each page matches the published page and follows the form', async ({
  page,
  browser,
  site,
}) => {
  const still = await browser.newContext({ javaScriptEnabled: false })
  const visitor = await still.newPage()
  for (const [path, text] of Object.entries(texts)) {
    await visitor.goto(site.url + path)
    await page.goto(`/content?file=${encodeURIComponent(text)}`)
    const preview = page.frameLocator(`iframe[title="Preview of ${path}"]`)
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
    const built = await visitor.locator('body').innerHTML()
    expect(await preview.locator('#root').innerHTML()).toBe(built.trim())
  }
  await still.close()

  await test.step('the terms', async () => {
    await page.goto('/content?file=terms.md')
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
    const updated = page.getByLabel(/^Updated/)
    await updated.fill('June 2031')
    await expect(preview.getByText('Last updated: June 2031')).toBeVisible()
    await expect(updated).toBeFocused()
  })
})

test(
  "the preview of the CV's page, text formats and PDF matches the published files and follows the form",
  { tag: '@all' },
  async ({ page, request, errors }) => {
    await test.step('the text formats', async () => {
      const forms = { 'Plain text': '/cv.txt', 'JSON Resume': '/resume.json', vCard: '/card.vcf' }
      const shown = (path: string) => page.getByRole('region', { name: `Preview of ${path}` })
      const choice = page.getByLabel('Format', { exact: true })
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      await page.goto(job)
      await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
      expect(loaded.join()).not.toContain('cv-file')
      for (const [name, path] of Object.entries(forms)) {
        await choice.selectOption(name)
        await expect(shown(path)).toBeVisible()
        expect(await shown(path).textContent()).toBe(await (await request.get(path)).text())
      }
      expect(loaded.join()).toContain('cv-file')
      await choice.selectOption('Plain text')
      await page.getByLabel(/^End/).fill('2023-05')
      await expect(shown('/cv.txt')).toContainText('2018 to May 2023')
      await page.getByLabel(/^End/).fill('soon')
      await expect(page.getByText('Fix the errors to update the preview.')).toBeVisible()
      await expect(shown('/cv.txt')).toContainText('2018 to May 2023')
      await checkAccessibility(page)
      // The text has had errors since it was opened, so the preview shows the published page.
      await page.reload()
      await expect(page.getByText('Fix the errors to update the preview.')).toBeVisible()
      await expect(page.frameLocator('iframe').getByText('2018 to 2022')).toBeInViewport()
      await page.getByLabel(/^End/).fill('2023-06')
      await expect(page.frameLocator('iframe').getByText('2018 to June 2023')).toBeInViewport()
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
      for (const [path, count] of Object.entries({
        'site.md': 1,
        'on-the-web/articles.md': 1,
        'about.md': 0,
      })) {
        await page.goto(`/content?file=${encodeURIComponent(path)}`)
        await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
        await expect(choice).toHaveCount(count)
      }
    })

    await test.step('the page in the chosen theme and width', async () => {
      await page.goto(job)
      await page.getByLabel(/^End/).fill('2022')
      const preview = page.frameLocator('iframe')
      await expect(preview.getByText('2018 to 2022')).toBeVisible()
      await page.getByLabel(/^End/).fill('2023-05')
      await expect(preview.getByText('2018 to May 2023')).toBeVisible()
      await page.getByRole('radio', { name: 'Dark' }).check()
      await expect(preview.locator('html.dark')).toHaveCount(1)
      const width = () => preview.locator('html').evaluate(({ clientWidth }) => clientWidth)
      for (const [name, pixels] of [
        ['Phone', 390],
        ['Desktop', 1440],
      ] as const) {
        await page.getByRole('radio', { name }).check()
        await expect.poll(width).toBeGreaterThan(pixels - 20)
        expect(await width()).toBeLessThanOrEqual(pixels)
      }
      // Neither a click nor a key leaves the preview. The sandbox reports each refusal.
      await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin')
      expect(errors.problems()).toEqual([])
      errors.expect("'allow-scripts' permission is not set", "'allow-popups' permission is not set")
      const address = page.url()
      const link = preview.getByRole('link', { name: 'About' }).first()
      await link.click({ force: true })
      await link.press('Enter')
      expect(page.url()).toBe(address)
      expect(page.context().pages()).toHaveLength(1)
      await expect(preview.getByRole('heading', { name: 'Business Experiences' })).toBeVisible()
      await checkAccessibility(page)
    })

    await test.step('the PDF, byte for byte', async () => {
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(request.url()))
      await page.goto(job)
      await page.getByLabel(/^End/).fill('2022')
      await page.getByLabel('Format', { exact: true }).selectOption('Plain text')
      await expect(page.getByRole('region', { name: 'Preview of /cv.txt' })).toBeVisible()
      expect(loaded.join()).not.toContain('cv-pdf')
      await page.getByLabel('Format', { exact: true }).selectOption('PDF')
      const button = page.getByRole('button', { name: 'Download the PDF' })
      // The tests' browser shows no PDF in a page, nor do phones.
      await expect(page.getByText('This browser cannot show PDFs inside a page.')).toBeVisible()
      const downloaded = async () => {
        const download = page.waitForEvent('download')
        await button.click()
        const file = await download
        expect(file.suggestedFilename()).toBe(`${content.name} CV.pdf`)
        return readFile(await file.path())
      }
      const served = await (await request.get('/cv.pdf')).body()
      expect((await downloaded()).equals(served)).toBe(true)
      expect(loaded.join()).toContain('cv-pdf')
      await page.getByLabel(/^End/).fill('2023-05')
      await expect.poll(async () => (await readPdf(await downloaded())).text).toContain('2018 to May 2023')
      await checkAccessibility(page)
      // A letter that the font lacks is reported while typing.
      await page.getByLabel(/^Organisation/).fill('Лаборатория')
      await expect(page.getByText('/cv.pdf cannot show "Л" (U+041B)')).toBeVisible()
      await expect(button).toBeVisible()
      await expect(page.getByText('✓ Draft saved')).toBeVisible()
    })

    await test.step('a browser with a PDF viewer shows it in a frame', async () => {
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => true }),
      )
      await page.goto('/content?file=cv%2Fprofile.md')
      // The tests' browser has no viewer and downloads the frame's file instead.
      const saved = page.waitForEvent('download')
      await page.getByLabel('Format', { exact: true }).selectOption('PDF')
      await expect(page.getByTitle('Preview of /cv.pdf')).toHaveAttribute('src', /^blob:/)
      expect((await saved).url()).toMatch(/^blob:/)
    })
  },
)

test(
  'the preview scrolls to the opened entry once, and a draft with errors hides no other text',
  { tag: '@all' },
  async ({ page }) => {
    for (const [path, words] of Object.entries({
      'cv/experience/tidewater-logistics-lab.md': 'Tidewater Logistics Lab',
      'cv/languages/portuguese.md': 'Portuguese',
      'on-the-web/personal-blog.md': 'Personal Blog (Coming Soon)',
    })) {
      await page.goto(`/content?file=${encodeURIComponent(path)}`)
      await expect(page.frameLocator('iframe').getByText(words, { exact: true })).toBeInViewport()
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(job)
    const preview = page.frameLocator('iframe')
    const scrolled = () =>
      preview.locator('html').evaluate(({ ownerDocument }) => ownerDocument.defaultView?.scrollY)
    await page.getByRole('radio', { name: 'Preview' }).check()
    await expect(preview.getByText('Tidewater Logistics Lab')).toBeInViewport()
    expect(await scrolled()).toBeGreaterThan(844)
    await expect(preview.getByRole('banner')).toHaveCSS('background-color', 'rgb(246, 247, 249)')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    const before = await scrolled()
    await preview
      .locator('html')
      .evaluate(({ ownerDocument }) => ownerDocument.defaultView?.scrollBy(0, -300))
    const after = await scrolled()
    expect(after).toBe((before ?? 0) - 300)
    await page.getByLabel(/^End/).fill('2023-05')
    await expect(preview.getByText('2018 to May 2023')).toBeAttached()
    expect(await scrolled()).toBe(after)
    await expect(page.getByText('✓ Draft saved')).toBeVisible()

    await page.goto('/content?file=about.md')
    await page.getByRole('textbox', { name: 'Heading' }).fill('')
    await expect(page.getByText('Fix the errors to update the preview.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Filter' }).fill('operations')
    await page.getByRole('link', { name: /Operations Lead/ }).click()
    await expect(page.getByRole('heading', { name: 'Operations Lead' })).toBeVisible()
    await expect(page.getByText(/to update the preview/)).toHaveCount(0)
    await page.getByLabel(/^End/).fill('2023-06')
    await expect(page.frameLocator('iframe').getByText('2018 to June 2023')).toBeInViewport()

    // A new entry gets onto its page once its form is complete.
    await page.goto('/content?file=cv/profile.md&add=cv/certifications')
    await page.getByRole('dialog').getByLabel('Title').fill('Crane')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByText('Complete the form to update the preview.')).toBeVisible()
    await page.getByLabel('Issuer').fill('Port of Havenport')
    await page.getByLabel('Date').fill('2024')
    await expect(page.frameLocator('iframe').getByText('Port of Havenport')).toBeInViewport()
    await expect(page.getByText(/to update the preview/)).toHaveCount(0)
  },
)

test(
  'in a narrow window the preview takes the place of the form, and plain text keeps its lines',
  { tag: '@all' },
  async ({ page, errors }) => {
    errors.expect('net::ERR_FAILED', 'Failed to fetch dynamically imported module')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/content?file=about.md')
    await expect(page.getByRole('textbox', { name: 'Heading' })).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.route('**/assets/preview-*.js', (route) => route.abort())
    await page.getByRole('radio', { name: 'Preview' }).check()
    await expect(page.getByText('The preview could not be shown.')).toBeVisible()
    await page.unroute('**/assets/preview-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Heading' })).toBeHidden()
    await page.getByRole('radio', { name: 'Edit' }).check()
    await expect(page.getByRole('textbox', { name: 'Heading' })).toBeVisible()
    await page.getByRole('radio', { name: 'Preview' }).check()
    await checkAccessibility(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/content?file=cv%2Fprofile.md')
    await page.getByRole('radio', { name: 'Preview' }).check()
    await page.getByLabel('Format', { exact: true }).selectOption('Plain text')
    const text = page.getByRole('region', { name: 'Preview of /cv.txt' })
    const { lines, height, line, hidden } = await text.evaluate((element) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element)
      return {
        lines: (element.textContent.match(/\n/g) ?? []).length,
        height: element.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom),
        line: parseFloat(lineHeight),
        hidden: element.scrollWidth - element.clientWidth,
      }
    })
    expect(Math.round(height / line)).toBe(lines)
    expect(hidden).toBeGreaterThan(0)
  },
)
