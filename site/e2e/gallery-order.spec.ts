import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { content } from './fixtures/content.ts'
import { settled } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { post } from './fixtures/api.ts'
import { expect, test } from './fixtures/test.ts'

const list = '/api/photos/images/?gallery_slug=page-logos'

/** The titles of the front page's photos, as everybody is shown them. */
async function order(page: Page): Promise<string[]> {
  const answer = await page.request.get(list)
  return ((await answer.json()) as { title: string }[]).map(({ title }) => title)
}

for (const { count, tag } of [
  { count: 6, tag: [] },
  { count: 50, tag: '@all' },
]) {
  test(`${count} photos are sorted with keyboard, mouse and touch`, { tag }, async ({ page, staff }) => {
    const tokens = await signIn(page, staff)
    // The last one first, and of the others each two the wrong way round.
    const numbers = Array.from({ length: count - 2 }, (_, index) => (index % 2 === 0 ? index + 2 : index))
    const titles = [count, ...numbers, count - 1].map((number) => `Photo ${number}`)
    await addPhoto(page, tokens, 'page logos', titles[0] ?? '')
    const image = await makePhoto('photo.jpg', [60, 120, 190], { width: 400, height: 300 })
    for (const title of titles.slice(1)) {
      const multipart = { image, title, alt_text: title, gallery: '1' }
      await post(page, tokens, '/api/photos/images/', { multipart })
    }
    await page.goto('/galleries')
    await page.getByRole('link', { name: 'Arrange page logos' }).press('Enter')
    await page.getByRole('button', { name: titles[0] ?? '' }).press('Space')
    await checkAccessibility(page)
    await page.keyboard.press('Escape')

    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await press('Space', 'End', 'Space', 'Home')
    for (let pair = 0; pair < (count - 2) / 2; pair++)
      await press('Space', 'ArrowRight', 'Space', 'ArrowRight')
    const sorted = Array.from({ length: count }, (_, index) => `Photo ${index + 1}`)
    await expect.poll(() => order(page)).toEqual(sorted)
    const tiles = page.getByRole('region', { name: 'Order' }).getByRole('button')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('aria-label')))).toEqual(
      sorted,
    )

    await page.evaluate(() => scrollTo(0, 0))
    const centre = async (title: string, part = 0.5) => {
      const box = await page.getByRole('button', { name: title, exact: true }).boundingBox()
      if (!box) throw new Error(`There is no ${title}`)
      return { x: box.x + box.width * part, y: box.y + box.height * (1 - part) }
    }
    await settled(page)
    const [third, first] = [await centre('Photo 3'), await centre('Photo 1')]
    await page.mouse.move(third.x, third.y)
    await page.mouse.down()
    await page.mouse.move(first.x, first.y, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await order(page)).slice(0, 3)).toEqual(['Photo 3', 'Photo 1', 'Photo 2'])

    // The handle is in the upper corner.
    await settled(page)
    const [from, to] = [await centre('Photo 3', 0.9), await centre('Photo 2')]
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => browser.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', from)
    for (let step = 1; step <= 10; step++) {
      const part = step / 10
      await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
    }
    await touch('touchEnd')
    await expect.poll(async () => (await order(page)).slice(0, 3)).toEqual(sorted.slice(0, 3))
    await browser.detach()
    await page.goto('/')
    await expect(
      page.getByRole('button', { name: `Show next picture, Photo 1, ${content.initials}, 1 of ${count}` }),
    ).toBeVisible()
  })
}

test('the keyboard moves a photo from one end of five hundred to the other @all', async ({ page, staff }) => {
  await addPhoto(page, await signIn(page, staff), 'page logos', 'Photo')
  const photos = 500
  const [one] = (await (await page.request.get(list)).json()) as object[]
  const images = Array.from({ length: photos }, (_, index) => ({
    ...one,
    id: index + 1,
    title: `Photo ${index + 1}`,
  }))
  await page.route(list, (route) => route.fulfill({ json: images }))
  await page.goto('/galleries')
  await page.getByRole('link', { name: 'Arrange page logos' }).click()

  const tile = (number: number) => page.getByRole('button', { name: `Photo ${number}`, exact: true })
  const said = page.getByRole('status').filter({ hasText: /^Photo/ })
  await tile(1).focus()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
  await expect(tile(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tile(photos)).toBeFocused()
  await expect(tile(photos)).toBeInViewport()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await expect(said).toHaveText(`Photo ${photos}, position 1 of ${photos}.`)
  await expect(tile(photos)).toBeFocused()
  await expect(tile(photos)).toBeInViewport()
  await expect(tile(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(said).not.toHaveText(/position 1 of/)
  await page.keyboard.press('Escape')
  await expect(said).toHaveText(`Photo ${photos} put back, position ${photos} of ${photos}.`)
  await expect(tile(photos)).toBeFocused()
  await page.evaluate(() => scrollTo(0, 0))
  await checkAccessibility(page, [320, 390, 1440])
})
