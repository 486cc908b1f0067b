import { content } from './fixtures/content.ts'
import { open, useTheme } from './fixtures/page.ts'
import { readPdf } from './fixtures/pdf.ts'
import { expect, test } from './fixtures/test.ts'

const forms = [
  { name: 'PDF', path: '/cv.pdf', type: 'application/pdf' },
  { name: 'Text', path: '/cv.txt', type: 'text/plain; charset=utf-8' },
  { name: 'JSON', path: '/resume.json', type: 'application/json' },
  { name: 'vCard', path: '/card.vcf', type: 'text/vcard; charset=utf-8' },
]

test('the CV can be taken along without a script and without the API', async ({ visitor, request }) => {
  const page = await visitor({ javaScriptEnabled: false })
  await page.goto('/cv')
  await page.getByText('More formats').click()
  for (const { name, path, type } of forms) {
    const link = page.getByRole('main').getByRole('link', { name, exact: true })
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('href', path)
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    expect(response.headers()).toMatchObject({
      'content-type': type,
      'cache-control': 'no-cache, no-transform',
    })
    expect(response.headers()['content-disposition']).toMatch(/^inline; filename=".+\.\w+"/)
  }
})

test('the CV has its PDF beside the button, and is one or two sheets of paper @all', async ({ page }) => {
  await test.step('the PDF is beside the button that finds no current document', async () => {
    await open(page, '/cv')
    await expect(page.getByRole('button', { name: 'No Current CV Found' })).toBeVisible()
    await page.getByText('More formats').click()
    await expect(page.getByRole('link', { name: 'PDF', exact: true })).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: null })
    await useTheme(page, theme)
    // The sheet also comes with the screen when the visitor was on another page before.
    await open(page, theme === 'dark' ? '/about' : '/cv')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CV' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(content.name)
    const { pages, text } = await readPdf(await page.pdf({ format: 'A4' }))
    expect(pages).toBeLessThanOrEqual(2)
    expect(text).toContain(content.name)
    expect(text.slice(0, 200)).toContain(content.email)
    for (const link of content.links) expect(text).toContain(link)
    for (const word of [
      'Skip to content',
      'Download',
      'No Current CV',
      'Ask for More',
      'More formats',
      '©',
      'Login',
    ])
      expect(text).not.toContain(word)

    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    for (const part of ['h1', 'h2', 'h3', 'li p'])
      await expect(page.locator(`main ${part}`).first()).toHaveCSS('color', 'rgb(0, 0, 0)')
    for (const entry of await page.locator('main ol > li').all())
      await expect(entry).toHaveCSS('break-inside', 'avoid')
  }
})
