import type { Locator, Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

// A server that renders the pages, and with them the PDF.
test.use({ folder: '' })

/** Presses Tab until `control` has the focus, then the keys. */
async function press(page: Page, control: Locator, ...keys: string[]): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let presses = 0; !(await hasFocus()); presses++) {
    expect(presses, 'Tab leads to it').toBeLessThan(80)
    await page.keyboard.press('Tab')
  }
  for (const key of keys) await page.keyboard.press(key)
}

test('a CV for an audience is written, previewed, published and shared with the keyboard', async ({
  page,
  site,
  staff,
}) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsassistent'
  await importTexts(site, {
    'cv/early/long.md': `---\ntitle: ${long}\norganisation: ${long}\nstart: 1990\nend: 1991\n---\n`,
    'cv/sections/long.md': `---\ntitle: ${long}\n---\n\nMuch.\n`,
  })
  await signIn(page, staff)
  await page.goto('/content')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const form = page.getByRole('region', { name: 'Interim CTO' })
  const cv = page.frameLocator('iframe[title="Preview of the shared page"]')

  await test.step('it is added to the CV', async () => {
    await press(page, button('Add to For an audience'), 'Enter')
    await expect(dialog('Add to For an audience').getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Interim CTO')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Name')).toHaveValue('Interim CTO')
    await expect(form.getByLabel('Role')).toBeFocused()
    await page.keyboard.type('Chief technology officer')
    await expect(cv.getByText('Chief technology officer')).toBeVisible()
  })

  await test.step('one job is left out, and another comes first', async () => {
    await press(page, button('Business Experiences'), 'Enter')
    const job = 'Strategy Associate, Brandt and Soares'
    await press(page, form.getByRole('checkbox', { name: job }), 'Space')
    await expect(form.getByText('2 of 3')).toBeVisible()
    await expect(cv.getByText('Strategy Associate')).toHaveCount(0)
    await press(page, button('Change order of Business Experiences'), 'Enter')
    const order = dialog('Order of Business Experiences')
    await press(page, order.getByRole('button', { name: 'Director of Product Engineering' }))
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
    await press(page, order.getByRole('button', { name: 'Save order' }), 'Enter')
    const jobs = cv.getByRole('heading', { level: 3, name: /^(Operations|Director)/ })
    await expect(jobs.first()).toContainText('Operations Lead')
    await press(page, button('Early Experiences'), 'Enter')
    await checkAccessibility(page)
  })

  await test.step('its PDF has neither a theme nor a width', async () => {
    await press(page, page.getByRole('radio', { name: 'Page', exact: true }), 'ArrowRight')
    await expect(page.getByText(/^\d pages?\. Visible only through shares\.$/)).toBeVisible()
    await expect(page.getByRole('group', { name: /Theme|Width/ })).toHaveCount(0)
    await checkAccessibility(page, [1440])
  })

  await test.step('it is published before it is shared', async () => {
    await page.keyboard.press('Home')
    await press(page, button('Share'), 'Enter')
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Publish…' }), 'Enter')
    await press(page, dialog('Publish').getByRole('button', { name: 'Publish now' }), 'Enter')
    await expect(form.getByText('✓ Published')).toBeVisible()
    await press(page, button('Share'), 'Enter')
    const share = dialog('Share “CV: Interim CTO”')
    await press(page, share.getByRole('button', { name: 'Create link' }), 'Enter')
    await expect(share.getByRole('button', { name: 'Copy' })).toBeFocused()
    await page.goto(new URL(await share.getByLabel('Link', { exact: true }).inputValue()).pathname)
  })

  await test.step('long words break on a phone', async () => {
    await expect(page.getByRole('heading', { name: long }).first()).toBeVisible()
    await checkAccessibility(page, [320])
  })
})
