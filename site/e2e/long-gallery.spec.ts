import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { addPicture } from './fixtures/pictures.ts'
import { expect, test } from './fixtures/test.ts'

const pictures = 500

test('the keyboard moves a photo from one end of five hundred to the other', async ({ page, staff }) => {
  const tokens = await signIn(page, staff)
  await addPicture(page, tokens, 'page logos', 'Picture 1')
  const path = '/api/photos/images/?gallery_slug=page-logos'
  const [one] = (await (await page.request.get(path)).json()) as object[]
  const images = Array.from({ length: pictures }, (_, index) => ({
    ...one,
    id: index + 1,
    title: `Picture ${index + 1}`,
  }))
  await page.route(path, (route) => route.fulfill({ json: images }))
  await page.goto('/galleries')
  await page.getByRole('link', { name: 'Arrange page logos' }).click()

  const tile = (number: number) => page.getByRole('button', { name: `Picture ${number}`, exact: true })
  const said = page.getByRole('status').filter({ hasText: /^Picture/ })
  await tile(1).focus()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tile(pictures)).toBeFocused()
  await expect(tile(pictures)).toBeInViewport()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await expect(said).toHaveText(`Picture ${pictures}, position 1 of ${pictures}.`)
  await expect(tile(pictures)).toBeFocused()
  await expect(tile(pictures)).toBeInViewport()
  await expect(tile(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(said).not.toHaveText(/position 1 of/)
  await page.keyboard.press('Escape')
  await expect(said).toHaveText(`Picture ${pictures} put back, position ${pictures} of ${pictures}.`)
  await expect(tile(pictures)).toBeFocused()
  await page.evaluate(() => scrollTo(0, 0))
  await checkAccessibility(page, [320, 390, 1440])
})
