import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Photo' })
const errorsOf = (page: Page) => page.getByRole('list', { name: 'Errors in the text' })

/** The editor's lines. */
const lines = (page: Page) => editor(page).locator('.cm-line').allTextContents()

test('a photo is inserted with the keyboard and undone', async ({ page, site, staff }) => {
  // The editor renders only what fits into the window, and the whole text is read.
  await page.setViewportSize({ width: 1440, height: 4000 })
  await importTexts(site)
  const tokens = await signIn(page, staff)
  await page.goto('/content?file=about.md')
  const open = page.getByRole('button', { name: 'Photo' })
  await open.press('Enter')
  await expect(dialog(page).getByText(/^No photos yet\./)).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  await addPhoto(page, tokens, 'Quay', 'Crane at dawn')
  await page.reload()
  await editor(page).focus()
  await page.keyboard.press('Control+End')
  const before = await lines(page)
  await open.press('Enter')
  const photo = dialog(page).getByRole('button', { name: 'Crane at dawn' })
  await expect(photo).toBeVisible()
  await checkAccessibility(page)
  await dialog(page).getByLabel('Search').fill('nothing of that name')
  await expect(dialog(page).getByText('No photos match.')).toBeVisible()
  await dialog(page).getByLabel('Search').fill('dawn')
  await expect(dialog(page).getByText('1 photo found.')).toBeVisible()
  await photo.press('Enter')
  const words = dialog(page).getByLabel('Alternative text')
  await expect(words).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Insert' }).press('Enter')
  await expect(words).toBeFocused()
  await checkAccessibility(page)
  await words.pressSequentially('A crane above the quay')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(editor(page)).toBeFocused()
  await expect
    .poll(() => lines(page))
    .toEqual([
      ...before,
      '',
      expect.stringMatching(/^!\[A crane above the quay\]\(photos\/crane-at-dawn-\d+\.jpg\)$/),
    ])
  const shown = page.frameLocator('iframe').getByRole('img', { name: 'A crane above the quay' })
  await expect(shown).toHaveAttribute('width', '640')
  await expect(shown).toHaveAttribute('height', '480')
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Control+z')
  await expect.poll(() => lines(page)).toEqual(before)
  await expect(shown).toHaveCount(0)
})

test(
  'links, headings and photos are checked while typing',
  { tag: '@all' },
  async ({ page, site, staff }) => {
    await importTexts(site)
    await signIn(page, staff)
    await page.goto('/content?file=about.md')
    await editor(page).focus()
    await page.keyboard.press('Control+End')
    const type = async (text: string, sentence: string) => {
      await page.keyboard.type(text)
      await expect(errorsOf(page)).toContainText(sentence)
      for (let sign = 0; sign < text.length; sign++) await page.keyboard.press('Backspace')
      await expect(errorsOf(page)).toBeHidden()
    }
    await type(' ![A ship](ship.jpg)', 'is missing: the folder has no file ship.jpg')
    await type(' ![](photos/ship-77.jpg)', 'has no alternative text')
    await type(' [x](/abuot)', '"/abuot" is a dead link: the site has nothing at /abuot')
    await type(' [x](#main) [y](/about#nowhere)', 'nothing on /about has the id "nowhere"')
    await type(' [x](htp:/foo)', '"htp:/foo" is not an address')
    await page.keyboard.type(' [x](htp:/foo)\n\nMore words.')
    await expect(editor(page).locator('.cm-marked')).toContainText('[x](htp:/foo)')
    await checkAccessibility(page)
    await errorsOf(page)
      .getByRole('button', { name: /is not an address/ })
      .press('Enter')
    await expect(editor(page)).toBeFocused()
    for (let sign = 0; sign < ' [x](htp:/foo)'.length; sign++) await page.keyboard.press('Backspace')
    await expect(errorsOf(page)).toBeHidden()
    await expect(editor(page).locator('.cm-marked')).toHaveCount(0)
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\n\n#### Deep')
    await expect(page.getByRole('list', { name: 'Advice' })).toContainText('A heading of level 4')
    await checkAccessibility(page)
    await page.keyboard.type(' [x](#main)')
    await expect(page.getByText('✓ Draft saved')).toBeVisible()
    await expect(errorsOf(page)).toBeHidden()
  },
)

test('a photo is uploaded and chosen on a phone', { tag: '@all' }, async ({ page, site, staff }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await importTexts(site)
  await signIn(page, staff)
  await page.goto('/content?file=cv%2Fexperience%2Ftidewater-logistics-lab.md')
  await page.getByRole('button', { name: 'Photo' }).click()
  await dialog(page)
    .getByLabel(/^Upload a new photo/)
    .setInputFiles(await makePhoto('crane.jpg', [190, 80, 60], { width: 640, height: 480 }))
  await expect(dialog(page).getByRole('paragraph').filter({ hasText: 'crane' })).toBeVisible()
  await checkAccessibility(page, [320, 390])
  await dialog(page).getByLabel('Alternative text').fill('A crane')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(editor(page)).toBeFocused()
  await page.getByRole('radio', { name: 'Preview' }).check()
  await expect(page.frameLocator('iframe').getByRole('img', { name: 'A crane' })).toBeAttached()
})
