import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { focused, horizontalOverflow, open, tabTo } from './fixtures/page.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

// A server that makes the pages.
test.use({ folder: '' })

/** The home page and the CV in a language. */
const translated = (code: string, role: string, summary: string) => ({
  [`${code}/site.md`]: `---\nname: Edda Quillane\ninitials: EQ\nemail: edda@example.test\nrole: ${role}\ndescription: ${summary}\n---\n`,
  [`${code}/cv/profile.md`]: `---\ntitle: CV\ndescription: ${summary}\nheading: CV\n---\n\n${summary}\n`,
})

const texts = {
  ...translated('nl', 'Technologe met een bedrijfskundige achtergrond', 'Ik bouw rustige havens.'),
  ...translated('de', 'Technologin mit betriebswirtschaftlichem Hintergrund', 'Ich baue ruhige Häfen.'),
}

/** How far the page's parts have moved since it was first painted. */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum)))
      }),
  )

test('visitors choose among the languages of the site', async ({ page, site, visitor }) => {
  await importTexts(site, texts)
  await expect.poll(async () => (await page.request.get('/de/cv')).status()).toBe(200)

  await test.step('with keys alone', async () => {
    await open(page, '/cv')
    await tabTo(page, 'Language: English')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Nederlands')
    await page.keyboard.press('Escape')
    await expect(page.locator('#Languages')).toBeHidden()
    expect(await focused(page)).toBe('Language: English')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Nederlands')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/nl/cv')
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
  })

  await test.step('the pages in each language are accessible and fit a narrow screen', async () => {
    for (const path of ['/nl', '/nl/cv']) {
      await open(page, path)
      await page.getByRole('button', { name: 'Taal: Nederlands' }).click()
      await checkAccessibility(page, [320, 820, 1440])
    }
    await page.setViewportSize({ width: 320, height: 800 })
    for (const path of ['/de', '/de/cv']) {
      await open(page, path)
      expect(await horizontalOverflow(page), path).toEqual([])
    }
  })

  await test.step('in the menu of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Menü öffnen' }).click()
    const row = page.getByRole('dialog', { name: 'Menü' }).getByRole('navigation', { name: 'Sprache' })
    await expect(row.getByRole('link')).toHaveText(['English', 'Deutsch', 'Nederlands'])
    await expect(row.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true')
    await checkAccessibility(page, [320, 390])
    await row.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL('/cv')
  })

  await test.step('a browser in another language gets a suggestion and no redirect', async () => {
    const dutch = await visitor({ locale: 'nl-NL' })
    const suggestion = dutch.getByText('Deze pagina is er ook in het Nederlands.')
    await open(dutch, '/cv')
    await expect(dutch).toHaveURL('/cv')
    await expect(suggestion).toBeVisible()
    expect(await layoutShift(dutch)).toBe(0)
    await checkAccessibility(dutch, [320, 1440])
    await dutch.getByRole('button', { name: 'Niet nu' }).click()
    await expect(suggestion).toBeHidden()
    for (const path of ['/', '/cv']) {
      await open(dutch, path)
      await expect(dutch).toHaveURL(path)
      await expect(suggestion).toBeHidden()
    }
    await open(page, '/nl/cv')
    await page.getByRole('link', { name: 'Read it in English' }).click()
    await expect(page).toHaveURL('/cv')
    await expect(page.locator('[data-language]:visible')).toHaveCount(0)
  })

  await test.step('without scripts', async () => {
    const plain = await visitor({ javaScriptEnabled: false, locale: 'nl-NL' })
    await plain.goto('/about')
    await expect(plain.locator('[data-language]:visible')).toHaveCount(0)
    await plain.getByRole('button', { name: 'Language: English' }).click()
    // About is not translated.
    await plain.getByRole('link', { name: 'Nederlands' }).first().click()
    await expect(plain).toHaveURL('/nl')
    await plain.setViewportSize({ width: 320, height: 800 })
    await plain.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }).click()
    await expect(plain).toHaveURL('/de')
    expect(await horizontalOverflow(plain)).toEqual([])
  })
})
