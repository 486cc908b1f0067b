import { checkAccessibility } from './fixtures/accessibility.ts'
import { content, publicPages } from './fixtures/content.ts'
import { deferred, open } from './fixtures/page.ts'
import { signIn } from './fixtures/people.ts'
import { addPhoto } from './fixtures/add-photo.ts'
import { expect, test } from './fixtures/test.ts'
import { importTexts } from './fixtures/texts.ts'

/* The journeys check the states that they reach; here are those that none does. */

test('public pages and the menu of a phone are accessible', async ({ page, errors }) => {
  for (const { path, status } of publicPages) {
    if (status === 404) errors.expectFromNow('the server responded with a status of 404')
    await test.step(path, async () => {
      await open(page, path)
      await checkAccessibility(page)
    })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await checkAccessibility(page, [320, 390])
})

test('screens of staff of an empty site are accessible', async ({ page, staff }) => {
  await signIn(page, staff)
  for (const [path, text] of [
    ['/dashboard', `Welcome back, ${staff.firstName}`],
    ['/photos', 'No images uploaded yet.'],
    ['/galleries', 'No galleries created yet.'],
    ['/documents', 'No documents uploaded yet.'],
    ['/shared', 'Nothing is shared yet.'],
    ['/trash', 'The trash is empty.'],
    ['/content', 'There is no content yet.'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(text)).toBeVisible()
      await checkAccessibility(page)
    })
})

test('the front page is accessible before and without its photos', async ({ page, staff, errors }) => {
  await addPhoto(page, await signIn(page, staff), 'page logos', 'Harbour')
  // Its name contains the initials, which it shows until a photo has loaded.
  const listed = deferred()
  await page.route('**/api/photos/images/**', async (route) => {
    await listed.promise
    await route.continue()
  })
  await page.route('**/media/**', () => undefined)
  await open(page, '/')
  const banner = page.getByRole('button', { name: 'Show next picture' })
  await expect(banner).toHaveAccessibleName(new RegExp(content.initials))
  await checkAccessibility(page, [390])
  listed.resolve()
  await expect(banner).toHaveCount(0)
  await checkAccessibility(page, [390])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  errors.expectFromNow('the server responded with a status of 500')
  await page.route('**/api/photos/images/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Failed to load banner images.')).toBeVisible()
  await checkAccessibility(page)
})

test('states of the content editor are accessible', async ({ page, site, staff }) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  await importTexts(site)
  await signIn(page, staff)
  await page.goto('/content')
  const tree = page.getByRole('navigation', { name: 'Content' })
  await tree.getByRole('button', { name: /^Business Experiences/ }).click()
  await expect(tree.getByRole('link', { name: /Operations Lead/ })).toBeVisible()
  await checkAccessibility(page)
  await tree.getByRole('link', { name: /Operations Lead/ }).click()
  await expect(page.getByLabel('Text', { exact: true })).toBeVisible()
  await page.getByLabel(/^End/).fill('soon')
  await expect(page.getByText('“End” is not a date.')).toBeVisible()
  await expect(page.getByText('✓ Draft saved')).toBeVisible()
  await checkAccessibility(page)
  await button('Save for the next build').click()
  await expect(page.getByText('Fix before publishing:')).toBeVisible()
  await page.getByRole('radio', { name: 'Schedule' }).check()
  await checkAccessibility(page)
  await page.getByRole('radio', { name: 'Now' }).check()
  await page.keyboard.press('Escape')
  await button('Add to Languages').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Enter a title.')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await button('History').click()
  await expect(button(/^Restore/)).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await button(/^More for /).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('Visitors still see this.')).toBeVisible()
  await checkAccessibility(page)
})
