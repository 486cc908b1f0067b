import type { Page } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'
import { reportTexts } from './fixtures/texts.ts'

test.beforeEach(async ({ page, site, staff }) => {
  await reportTexts(site)
  await signIn(page, staff)
})

const job = '/content?text=cv/experience/tidewater-logistics-lab.md'

test('every state of the screen of words is accessible', async ({ page }) => {
  await page.goto('/content')
  const outline = page.getByRole('navigation', { name: 'Texts' })
  await expect(outline.getByRole('link', { name: /Operations Lead/ })).toBeVisible()
  await checkAccessibility(page)
  await outline.getByRole('link', { name: /Operations Lead/ }).click()
  await expect(page.getByLabel('Text', { exact: true })).toBeVisible()
  await page.getByLabel(/^End/).fill('soon')
  await expect(page.getByText('“End” is not a date.')).toBeVisible()
  await expect(page.getByText('Saved')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Publish (1)' }).click()
  await expect(page.getByText('Before these texts are published, mend:')).toBeVisible()
  await page.getByLabel('At a later time').check()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publications' }).click()
  await expect(page.getByText('Nothing was published here yet.')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Order of Languages' }).click()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to Languages' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('A new entry needs a title.')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('button', { name: /^Bring back/ })).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Visitors still have this text.')).toBeVisible()
  await checkAccessibility(page)
})

test('what a screen reader is told of a replaced date', async ({ page }) => {
  await page.goto(job)
  await page.getByLabel(/^End/).fill('2024-05')
  await page.getByRole('button', { name: 'Publish (1)' }).click()
  const words = page.getByRole('dialog').getByRole('definition')
  await expect(words).toHaveText('2022 2024-05')
  await expect(words).toMatchAriaSnapshot(`- definition:
  - deletion: "[removed: 2022 ]"
  - insertion: "[added: 2024-05 ]"`)
})

const editor = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

test('two texts of one file are shown side by side', async ({ page, site }) => {
  await page.goto(job)
  await page.getByLabel(/^End/).fill('2021')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const path = 'cv/experience/tidewater-logistics-lab.md'
  const text = '---\ntitle: Operations Lead\norganisation: Tidewater\nstart: 2018\n---\n\nAnother text.\n'
  await reportTexts(site, { [path]: text })
  await page.reload()
  const conflict = page.getByRole('region', { name: 'Two texts' })
  await expect(conflict.locator('del').first()).toBeVisible()
  await checkAccessibility(page)
  await conflict.getByRole('button', { name: 'Take theirs' }).click()
  await expect(conflict).toHaveCount(0)
  await expect(page.getByLabel('Organisation')).toHaveValue('Tidewater')
  await expect(page.getByText('Nothing waits to be published.')).toBeVisible()
})

test('what is typed without a connection is there after a reload, and sent when it is back', async ({
  page,
  errors,
}) => {
  errors.expect('net::ERR_INTERNET_DISCONNECTED')
  await page.goto(job)
  await expect(editor(page)).toBeVisible()
  // The pages come from the disk, as on a phone that has opened them before; the API is out of reach.
  await page.route('**/api/content/drafts/', (route) => route.abort('internetdisconnected'))
  await page.getByLabel(/^End/).fill('2020-12')
  await expect(page.getByText('Not saved: no connection, kept on this device')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/^End/)).toHaveValue('2020-12')
  await page.unrouteAll({ behavior: 'wait' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/^End/)).toHaveValue('2020-12')
})

test('what is typed in two windows without a connection is shown side by side by the next', async ({
  page,
  context,
  errors,
}) => {
  errors.expect('net::ERR_INTERNET_DISCONNECTED')
  await context.route('**/api/content/drafts/', (route) => route.abort('internetdisconnected'))
  const other = await context.newPage()
  for (const [window, end] of [
    [page, '2020'],
    [other, '2021'],
  ] as const) {
    await window.goto(job)
    await window.getByLabel(/^End/).fill(end)
    await expect(window.getByText('Not saved: no connection, kept on this device')).toBeVisible()
  }
  await other.close()
  await page.reload()
  const conflict = page.getByRole('region', { name: 'Two texts' })
  await expect(conflict.locator('ins')).toHaveText('2021')
  await expect(conflict.locator('del')).toHaveText('2020')
  await checkAccessibility(page)
  await context.unrouteAll({ behavior: 'wait' })
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(/^End/)).toHaveValue('2021')
  await expect(conflict).toHaveCount(0)
})

test('the long text has formats by button and key, Undo, and lets Tab through', async ({ page }) => {
  await page.goto(job)
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('First words')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(editor(page)).toHaveText('**First words**')
  await page.keyboard.press('Control+b')
  await expect(editor(page)).toHaveText('First words')
  for (const [name, text] of [
    ['Italic', '*First words*'],
    ['Heading', '## First words'],
    ['List', '- First words'],
    ['Quotation', '> First words'],
    ['Link', '[First words](https://)'],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(editor(page)).toHaveText(text)
    await page.keyboard.press('Control+z')
    await expect(editor(page)).toHaveText('First words')
    await page.keyboard.press('Control+a')
  }
  await page.keyboard.type('# A title')
  await expect(page.getByRole('list', { name: 'Mistakes in the text' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
})

test('by the keyboard alone: to a text and back, and an entry moved', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/content')
  const link = page.getByRole('link', { name: /Operations Lead/ })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Operations Lead' })).toBeFocused()
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'All texts' }).press('Enter')
  await expect(link).toBeFocused()
  await page.getByRole('button', { name: 'Order of Languages' }).press('Enter')
  const up = page.getByRole('button', { name: 'Move Portuguese up' })
  await up.press('Enter')
  await expect(up).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Keep this order' }).press('Enter')
  await expect(page.getByText('Moved: 1 entry gets another place.')).toBeVisible()
  const languages = page.getByRole('link', { name: /Native|Working|Basic/ })
  await expect(languages.first()).toContainText('Portuguese')
})
