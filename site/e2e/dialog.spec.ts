import { chromium } from './fixtures/chromium.ts'
import { settled } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { expect, test } from './fixtures/test.ts'

// Scroll bars that take room, which the browser else hides from tests.
test.use({ launchOptions: { ...chromium(), ignoreDefaultArgs: ['--hide-scrollbars'] } })

test('dialogs do not shift the page and can be reopened immediately @all', async ({ page, staff }) => {
  await addPhoto(page, await signIn(page, staff), 'page logos', 'Harbour')
  await page.goto('/galleries')
  const button = page.getByRole('button', { name: 'Delete page logos', includeHidden: true })
  const question = page.getByRole('alertdialog')
  await button.waitFor()

  await test.step('the page behind the dialog does not move, with or without a scroll bar', async () => {
    for (const height of [300, 2000]) {
      await page.setViewportSize({ width: 1440, height })
      const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
      expect(bar > 0).toBe(height === 300)
      await button.scrollIntoViewIfNeeded()
      await settled(page)
      const before = await button.boundingBox()
      await button.click()
      await expect(question).toBeVisible()
      await settled(page)
      expect(await button.boundingBox()).toEqual(before)
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      expect(await button.boundingBox()).toEqual(before)
    }
  })

  await test.step('a dialog closed with Escape can be reopened immediately', async () => {
    const cancel = question.getByRole('button', { name: 'Cancel' })
    await button.click()
    await expect(cancel).toBeFocused()
    await button.evaluate((element: HTMLElement) => {
      element.addEventListener('focus', () => queueMicrotask(() => element.click()), { once: true })
    })
    await page.keyboard.press('Escape')
    // What closed the first question must not close this one a moment later.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    await expect(cancel).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(button).toBeFocused()
  })

  await test.step('nothing is animated with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/photos')
    await page.getByRole('table').locator('img').waitFor()
    await page.evaluate(() => {
      const seen: string[] = []
      document.body.addEventListener('transitionrun', ({ propertyName }) => seen.push(propertyName))
      document.body.addEventListener('animationstart', ({ animationName }) => seen.push(animationName))
      Object.assign(window, { seen })
    })
    await page.getByRole('link', { name: 'Galleries', exact: true }).hover()
    await page.getByRole('button', { name: 'Edit Harbour' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Image updated successfully!')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  })
})
