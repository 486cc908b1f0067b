import type { Locator } from '@playwright/test'
import { checkAccessibility } from './fixtures/accessibility.ts'
import { horizontalOverflow } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/test.ts'

// The sample, on a server that makes the pages.
test.use({ folder: '', demo: true })

test('Dutch is added in the browser with few actions, and is kept up to date', async ({ page, staff }) => {
  await signIn(page, staff)
  await page.goto('/content')
  const tree = page.getByRole('navigation', { name: 'Content' })
  const languages = page.getByRole('group', { name: 'Language' })
  const publishDialog = page.getByRole('dialog', { name: 'Publish' })
  let actions = 0
  const click = async (target: Locator) => {
    actions++
    await target.click()
  }
  const fill = async (label: string, text: string) => {
    actions++
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
  const publish = async (changes: string) => {
    await click(page.getByRole('button', { name: `Publish ${changes}` }))
    await click(publishDialog.getByRole('button', { name: 'Publish now' }))
    await expect(page.getByText(`Published ${changes}.`)).toBeVisible()
  }

  await test.step('a site in one language has no switch', async () => {
    await expect(tree.getByRole('link', { name: 'You', exact: true })).toBeVisible()
    await expect(languages).toHaveCount(0)
  })

  await test.step('three texts are translated and published', async () => {
    await click(tree.getByRole('link', { name: 'You', exact: true }))
    const main = page.getByRole('combobox', { name: 'Language (optional)' })
    await expect(main.getByRole('option', { selected: true })).toHaveText('English (default)')
    await click(page.getByRole('button', { name: 'Add a language' }))
    const dialog = page.getByRole('dialog', { name: 'Add a language' })
    actions++
    await dialog.getByLabel('Language').selectOption('Nederlands')
    await click(dialog.getByRole('button', { name: 'Add' }))
    await expect(languages.getByLabel('Nederlands')).toBeChecked()
    await fill('Role', 'Technologe en havenbouwer')
    await click(tree.getByRole('link', { name: /^Introduction *, not translated/ }).first())
    await click(page.getByRole('button', { name: 'Translate' }))
    await fill('Tagline (optional)', 'Ik bouw rustige havens.')
    await click(tree.getByRole('link', { name: /^About *, not translated/ }))
    await click(page.getByRole('button', { name: 'Translate' }))
    await fill('Heading', 'Over mij')
    await publish('3 changes')
    expect(actions).toBeLessThanOrEqual(15)
    await expect
      .poll(async () => (await page.request.get('/nl/about')).text(), { timeout: 60_000 })
      .toMatch(/<html lang="nl"[^]*<h1[^>]*>Over mij</)
    // One language changes no other.
    expect(await (await page.request.get('/about')).text()).toMatch(/<h1[^>]*>About</)
  })

  await test.step('what follows the original has no field', async () => {
    await page.goto('/content?file=nl/site.md')
    await expect(page.getByRole('textbox', { name: 'Role' })).toHaveValue('Technologe en havenbouwer')
    await expect(page.getByLabel('Accent colour')).toHaveCount(0)
    await checkAccessibility(page)
  })

  await test.step('a changed original says which translation is behind', async () => {
    await page.goto('/content?file=nl/about.md')
    await languages.getByLabel('Nederlands').press('ArrowLeft')
    await expect(languages.getByLabel('English')).toBeChecked()
    await page.getByRole('textbox', { name: 'Heading' }).fill('About her and the harbour')
    await publish('1 change')
    await page.goto('/dashboard')
    const row = page.getByRole('listitem').filter({ hasText: '1 translation is behind its original' })
    await expect(row).toContainText('1 in Dutch. Visitors still read the older text.')
    await row.getByRole('link', { name: 'Review translations' }).click()
    await expect(tree.getByRole('link')).toHaveText([/^About/])
    await tree.getByRole('link', { name: /^About.*Behind the original/ }).click()
    const change = page.getByRole('region', { name: /^The original changed on/ })
    await expect(change.locator('ins')).toContainText(['her and the harbour'])
    await expect(page.getByRole('group', { name: 'Original of Heading' }).locator('ins')).toBeVisible()
    await checkAccessibility(page)
  })

  await test.step('on a phone the original is above each field', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(languages.getByLabel('Nederlands')).toBeChecked()
    await page.getByText('Original of Heading').click()
    await expect(page.getByText('About her and the harbour').first()).toBeVisible()
    expect(await horizontalOverflow(page)).toEqual([])
    await checkAccessibility(page)
  })

  await test.step('a translation that needs no change is marked as up to date', async () => {
    await page.getByRole('button', { name: 'Mark as up to date' }).click()
    await expect(page.getByText('Marked as up to date.')).toBeVisible()
    await expect(page.getByText('Behind the original')).toHaveCount(0)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect(page.getByText('behind its original')).toHaveCount(0)
  })

  await test.step('a language is removed with all of its texts, which Undo takes back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/content?file=nl/site.md')
    await page.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove this language' }).click()
    await expect(page.getByRole('button', { name: 'Publish 3 changes' })).toBeVisible()
    await expect(languages).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(languages.getByLabel('Nederlands')).toBeChecked()
  })
})
