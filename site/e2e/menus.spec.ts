import type { Page } from '@playwright/test'
import { addDocument, post } from './fixtures/api.ts'
import { signIn } from './fixtures/people.ts'
import { makePhoto } from './fixtures/photo.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

/** A phone, a common phone, and 1280 x 720 pixels at 200 %. */
const sizes = [
  { width: 320, height: 700 },
  { width: 360, height: 640 },
  { width: 640, height: 360 },
]

const triggers = (page: Page) => page.getByRole('main').getByRole('button', { name: /^More for / })

/** Opens each menu of the screen by key, and by a click while the page still scrolls, and uses its last item. */
async function checkMenus(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    const menu = page.getByRole('menu')
    const count = await triggers(page).count()
    expect(count).toBeGreaterThan(0)
    for (let index = 0; index < count; index += 1) {
      const trigger = triggers(page).nth(index)
      await test.step(`menu ${index + 1} of ${count} at ${size.width} x ${size.height}`, async () => {
        // The size has changed since it took the focus.
        await trigger.scrollIntoViewIfNeeded()
        await trigger.press('Enter')
        await expect(menu.getByRole('menuitem').first()).toBeFocused()
        await page.keyboard.press('End')
        await expect(menu.getByRole('menuitem').last()).toBeFocused()
        await expect(menu.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Escape')
        await expect(trigger).toBeFocused()

        // The event of the scroll comes with the next frame.
        await trigger.evaluate(async (button: HTMLElement) => {
          window.scrollBy({ top: window.scrollY > 0 ? -1 : 1 })
          button.click()
          for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
        })
        await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(menu).toBeHidden()
      })
    }
  }
}

test('the menus of documents and photos open on small screens', async ({ page, staff }) => {
  const tokens = await signIn(page, staff)
  const image = await makePhoto('photo.jpg', [190, 80, 60], { width: 640, height: 480 })
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
    await addDocument(page, tokens, { name: 'Talks' }, { name })
    await post(page, tokens, '/api/photos/images/', { multipart: { image, title: name } })
  }
  for (const path of ['/documents', '/photos']) {
    await page.goto(path)
    await expect(page.getByRole('table').getByRole('row', { name: /Six/ })).toBeVisible()
    await checkMenus(page)
  }
})

test('the menus of content open on small screens', async ({ page, site, staff }) => {
  await importTexts(site)
  await signIn(page, staff)
  for (const path of ['site.md', 'cv/experience/tidewater-logistics-lab.md']) {
    await page.goto(`/content?file=${path}`)
    await expect(triggers(page)).toBeVisible()
    await checkMenus(page)
  }
})
