import type { Page } from '@playwright/test'
import { publicPages } from './fixtures/content.ts'
import { focused, open, horizontalOverflow } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'

const notFound = 'the server responded with a status of 404'

/** The names of all that can be operated, in the order in which it is read. */
const operable = (page: Page) =>
  page
    .locator('a[href]:visible, button:visible, summary:visible')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent.trim()),
    )

/** Whether the focused element is in view and has a focus ring, which a card has around its one link. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return false
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + height / 2)
    const hasRing = [element, element.closest('li')].some(
      (ringed) => ringed && getComputedStyle(ringed).outlineStyle !== 'none',
    )
    return hasRing && element.contains(above)
  })

test('the Tab key reaches everything in order, on wide and narrow screens @all', async ({ page, errors }) => {
  errors.expect(notFound)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const { path } of publicPages) {
      await test.step(`${path} at ${width} px`, async () => {
        await open(page, path)
        // The answer about the CV changes what there is to reach.
        if (path === '/cv') await expect(page.getByText('No Current CV Found')).toBeVisible()
        const expected = await operable(page)
        const reached: string[] = []
        for (const name of expected) {
          await page.keyboard.press('Tab')
          reached.push(await focused(page))
          expect(await seen(page), `${path}: ${name}`).toBe(true)
        }
        expect(reached).toEqual(expected)
      })
    }
  }
})

test('keys pause the typing and keep the focus in the menu', async ({ page }) => {
  await page.clock.install()
  await open(page, '/')

  await test.step('the typing pauses and resumes', async () => {
    const typed = page.locator('h2 [aria-hidden=true]').first()
    await page.getByRole('button', { name: 'Pause the typing' }).press('Enter')
    const resume = page.getByRole('button', { name: 'Resume the typing' })
    await expect(resume).toBeFocused()
    const text = await typed.innerText()
    // Each step would remove one letter; the page must draw in between.
    for (let step = 0; step < 3; step += 1) {
      await page.clock.runFor(2_500)
      expect(await typed.innerText()).toBe(text)
    }
    await resume.press('Space')
    await page.clock.runFor(2_000)
    await expect(typed).not.toHaveText(text)
  })

  await test.step('the menu keeps the focus until it closes', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).press('Enter')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    const stops = await menu.locator('a, button').count()
    for (let stop = 0; stop < stops + 3; stop += 1) {
      await page.keyboard.press('Tab')
      // Between the last and the first item the browser's own controls have the focus; the page sees its body focused.
      const inside = await menu.evaluate(
        (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
      )
      expect(inside, await focused(page)).toBe(true)
    }
    await menu.getByRole('button', { name: 'Close menu' }).press('Enter')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  })
})

test("pages can be read at 200 % and in the system's own colours @all", async ({ page, errors }) => {
  errors.expect(notFound)
  for (const { path, status } of publicPages) {
    await page.setViewportSize({ width: 640, height: 400 })
    await open(page, path)
    expect(await horizontalOverflow(page), path).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await horizontalOverflow(page), path).toEqual([])

    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
    await page.emulateMedia({ forcedColors: 'active' })
    const optedOut = await page
      .locator('body *')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).forcedColorAdjust === 'none').length)
    expect(optedOut, path).toBe(0)
    if (status === 200) {
      await expect(page.locator('header [aria-current]:visible')).toHaveCSS(
        'text-decoration-line',
        'underline',
      )
    }
    await page.emulateMedia({ forcedColors: 'none' })
  }
})
