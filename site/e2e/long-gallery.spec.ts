import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { addPicture } from './fixtures/pictures.ts'
import { expect, test } from './fixtures/test.ts'

const pictures = 5_000

/** The milliseconds of each frame while the page scrolls from its top, on a processor that is four times as slow. */
async function frames(page: Page): Promise<number[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times = await page.evaluate(async () => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    scrollTo(0, 0)
    await frame()
    let last = await frame()
    const times: number[] = []
    while (times.length < 60) {
      scrollBy(0, 300)
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  })
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return times.sort((one, other) => one - other)
}

test('five thousand pictures scroll without jerks, and are moved from one end to the other by keys', async ({
  page,
  staff,
}) => {
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
  await page.getByRole('link', { name: 'Arrange the pictures of page logos' }).click()
  await expect(page.getByRole('button', { name: 'Picture 1', exact: true })).toBeVisible({ timeout: 60_000 })
  const times = await frames(page)
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0)
  console.info(`A frame takes ${at(0.5)} ms in the median, ${at(0.95)} ms at the 95th percentile.`)
  // With all of them in the document it was half a second.
  expect(at(0.5)).toBeLessThan(150)

  const tile = (number: number) => page.getByRole('button', { name: `Picture ${number}`, exact: true })
  const said = page.getByRole('status').filter({ hasText: /^Picture/ })
  // The one with the focus stays in the document.
  await tile(1).focus()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect(tile(2)).toHaveCount(0)
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tile(pictures)).toBeFocused()
  await expect(tile(pictures)).toBeInViewport()
  const item = page.getByRole('listitem').filter({ has: tile(pictures) })
  await expect(item).toHaveAttribute('aria-posinset', String(pictures))
  await expect(item).toHaveAttribute('aria-setsize', String(pictures))
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
